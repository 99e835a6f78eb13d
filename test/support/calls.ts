import type { contracts, OperationId } from '../../functions/contracts.ts';
import type { Sent, World } from './world.ts';

/** Arranges a world and tells what to send there. */
export type Scenario = (world: World) => Promise<Sent>;

/** For each operation of an area, one request that succeeds. */
export type ValidCalls<O extends OperationId> = { readonly [Op in O]: Scenario };

/** For each operation of an area, a way to get every refusal that its contract declares: a missing one does not compile. */
export type RefusalScenarios<O extends OperationId> = {
  readonly [Op in O]: { readonly [Code in keyof (typeof contracts)[Op]['refusals'] & string]: Scenario };
};
