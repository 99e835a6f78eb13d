import type { Contract } from '../../shared/contract/contract.ts';
import { AccountId } from '../../shared/values/resources.ts';

/** Every account of any test in this process. */
const accounts = new Set<string>();

/** Remembers an account, whose id nobody else may read from then on. */
export function knownAccount(id: string): AccountId {
  const account = AccountId.parse(id);
  accounts.add(account);
  return account;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Fails the test in which an operation shows the account id of somebody else. Only operations of administrators of the platform
 * may show one.
 * @param authorization the header of the request; `undefined` without a token.
 * @throws {Error} naming the operation.
 */
export function assertNoOtherAccount(
  { operationId, caller: kind }: Contract,
  authorization: string | undefined,
  response: string,
): void {
  if (kind === 'platform_admin') return;
  const caller = subjectOf(authorization);
  for (const [id] of response.matchAll(UUID))
    if (accounts.has(id.toLowerCase()) && id.toLowerCase() !== caller)
      throw new Error(`${operationId} shows the account id of somebody else: ${id}`);
}

/** The account of an access token, in whatever form it is sent. */
function subjectOf(authorization = ''): string | undefined {
  const claims = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString();
  return /"sub":"([^"]+)"/.exec(claims)?.[1]?.toLowerCase();
}
