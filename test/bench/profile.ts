import { Session } from 'node:inspector/promises';

/** The parts of the processor time of a request, as shares of 1. */
export type Layers = Readonly<Record<Layer, number>>;
type Layer = (typeof LAYERS)[number][0] | 'garbage collection' | 'other';

/**
 * The layers by the files of their functions; the first one that matches counts. A sample belongs to the innermost function
 * on its stack that a layer knows, so that `JSON.parse` belongs to its caller.
 */
const LAYERS = [
  ['token', /aws-jwt-verify|shared\/identity\/(token-|caller)/],
  ['signing', /signature-v4|httpAuthSchemes|middleware-http-signing|checksum|credential/],
  ['marshalling', /util-dynamodb|dynamodb-codec|lib-dynamodb/],
  ['parsing', /submodules\/(protocols|serde)/],
  ['response', /shared\/runtime\/responses|shared\/runtime\/http-handler/],
  ['log', /shared\/runtime\/log/],
  ['validation', /zod|shared\/http/],
  ['SDK', /@smithy|@aws-sdk|recorded-engine/],
  ['store and rules', /shared\/|functions\//],
] as const;

/** Samples the work of a function. @param work runs requests. */
export async function layersOf(work: () => Promise<void>): Promise<Layers> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const { nodes, samples = [], timeDeltas = [] } = profile;
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));

  function layerOf(sample: number): Layer | undefined {
    if (nodeOf.get(sample)?.callFrame.functionName === '(garbage collector)') return 'garbage collection';
    if (nodeOf.get(sample)?.callFrame.functionName === '(idle)') return undefined;
    for (let id: number | undefined = sample; id !== undefined; id = parentOf.get(id)) {
      const { url = '', functionName = '' } = nodeOf.get(id)?.callFrame ?? {};
      const found = LAYERS.find(([, files]) => files.test(`${url} ${functionName}`));
      if (found) return found[0];
    }
    return 'other';
  }

  const times = new Map<Layer, number>();
  for (const [n, sample] of samples.entries()) {
    const layer = layerOf(sample);
    if (layer) times.set(layer, (times.get(layer) ?? 0) + (timeDeltas[n] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const names: readonly Layer[] = [...LAYERS.map(([name]) => name), 'garbage collection', 'other'];
  return Object.fromEntries(names.map((name) => [name, (times.get(name) ?? 0) / total])) as Layers;
}
