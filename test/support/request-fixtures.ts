import type { contracts, OperationId } from '../../functions/contracts.ts';
import type { Sent, World } from './world.ts';

/** Arranges a world and tells what to send there. */
export type Scenario = (world: World) => Promise<Sent>;

/** For each operation, one request that succeeds. */
export type ValidCalls = { readonly [Op in OperationId]: Scenario };

/** For each operation, a way to get every refusal that its contract declares: a missing one does not compile. */
export type RefusalScenarios = {
  readonly [Op in OperationId]: {
    readonly [Code in keyof (typeof contracts)[Op]['refusals'] & string]: Scenario;
  };
};
