import type { contracts, OperationId } from '../../functions/contracts.ts';
import type { Sent, World } from './world.ts';

/** Prepares a world and returns the request to send there. */
export type Scenario = (world: World) => Promise<Sent>;

/** One valid request for each operation. */
export type ValidCalls = { readonly [Op in OperationId]: Scenario };

/** A scenario for every refusal that each contract declares. A missing one does not compile. */
export type RefusalScenarios = {
  readonly [Op in OperationId]: {
    readonly [Code in keyof (typeof contracts)[Op]['refusals'] & string]: Scenario;
  };
};
