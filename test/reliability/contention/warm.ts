import { stages } from '../../../infra/stages.ts';
import { MAX_WRITE_UNITS } from './database.ts';

/** The partitions of production's table and of each of its indexes, by what they can take at once. */
export const WARM_PARTITIONS = stages.production.warmThroughput.writeUnits / MAX_WRITE_UNITS;
