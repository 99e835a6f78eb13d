import { contracts } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { type Environment, readSettings } from '../../shared/contract/environment.ts';
import { type HttpHandler, serve, type Tools } from '../../shared/runtime/http-handler.ts';
import { loadEndpoint } from '../events/handlers.ts';
import type { Route } from './gateway.ts';

/** The routes of all endpoints. @throws {Error} naming each setting that is missing or wrong. */
export function endpointRoutes(tools: Omit<Tools, 'settings'>, environment: Environment): Route[] {
  return Object.values<Contract>(contracts).map((contract) => {
    const settings = readSettings(contract.settings ?? [], environment);
    const { method, path } = contract;
    return {
      method,
      path,
      handle: loadOnFirstRequest(async () => serve(await loadEndpoint(contract), { ...tools, settings })),
    };
  });
}

/** Loads a handler at its first request, so that the platform starts faster. */
function loadOnFirstRequest(make: () => Promise<HttpHandler>): HttpHandler {
  let made: Promise<HttpHandler> | undefined;
  return async (event, context) => {
    made ??= make();
    return (await made)(event, context);
  };
}
