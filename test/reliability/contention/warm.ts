/** The partitions of production's table, by what it can take at once (`warmThroughput` in `infra/stages.ts`). */
export const WARM_PARTITIONS = 24;
