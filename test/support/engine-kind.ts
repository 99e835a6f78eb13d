import { ENGINE_VARIABLE } from '../../local/engine/engine.ts';
import { findEngineBinary } from '../../local/engine/engine-binary.ts';

/** The engines that `SIHAT_ENGINE` can choose for a run. */
export const engineKinds = ['default', 'hostile', 'dynamodb-local'] as const;
export type EngineKind = (typeof engineKinds)[number];

/** The engine of this run. By default it is the one of `npm start`. */
export function engineKind(): EngineKind {
  const chosen = process.env['SIHAT_ENGINE'] ?? 'default';
  const known = engineKinds.find((kind) => kind === chosen);
  if (!known) throw new Error(`SIHAT_ENGINE is one of ${engineKinds.join(', ')}`);
  return known;
}

/**
 * What the engine of this run tells about costs. A hostile engine causes more calls. Only the embedded engine counts consumed
 * units as DynamoDB does.
 */
export function costsOfEngine() {
  const { env } = process;
  const isEmbedded = !env[ENGINE_VARIABLE] && findEngineBinary(env, process) !== undefined;
  const kind = engineKind();
  return { areCallsExact: kind !== 'hostile', areUnitsExact: kind === 'default' && isEmbedded };
}
