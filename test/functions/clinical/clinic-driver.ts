import type { AccountId } from '../../../shared/values/resources.ts';
import { recordBody, verificationBody } from '../../given/clinical.ts';
import type { Sent, World } from '../../support/world.ts';

/**
 * The clinical operations of patients, practitioners and administrators, over HTTP.
 * @param world returns the world of the current test.
 */
export function clinicOf(world: () => World) {
  const exchange = (as: AccountId, token: string) =>
    world().call('createAccessRequest', { as, body: { token } });
  const approve = (as: AccountId, id: string) => world().call('approveAccessRequest', { as, params: { id } });
  const issue = (as: AccountId) => world().call('issueQrToken', { as });

  return {
    issue,
    exchange,
    approve,
    deny: (as: AccountId, id: string) => world().call('denyAccessRequest', { as, params: { id } }),
    revoke: (as: AccountId, id: string) => world().call('revokeAccessRequest', { as, params: { id } }),
    get: (as: AccountId, id: string) => world().call('getAccessRequest', { as, params: { id } }),
    list: (as: AccountId, role: 'patient' | 'practitioner') =>
      world().call('listAccessRequests', { as, query: { as: role } }),
    read: (as: AccountId, id: string, query: Record<string, string> = {}) =>
      world().call('listRecords', { as, params: { id }, query }),
    add: (as: AccountId, id: string, body: object = recordBody) =>
      world().call('addRecord', { as, params: { id }, body }),
    ownRecords: (as: AccountId) => world().call('listOwnRecords', { as, query: {} }),
    accessLog: (as: AccountId) => world().call('listAccessLog', { as, query: {} }),

    verify: (as: AccountId, accountId: AccountId, changed: object = {}) =>
      world().call('verifyPractitioner', {
        as,
        params: { accountId },
        body: { ...verificationBody, ...changed },
      }),
    withdraw: (as: AccountId, accountId: AccountId) =>
      world().call('withdrawVerification', { as, params: { accountId } }),
    verification: (as: AccountId, accountId: AccountId) =>
      world().call('getVerification', { as, params: { accountId } }),
    verifications: async (as: AccountId, query: Sent['query'] = {}) =>
      (await world().call('listVerifications', { as, query })).body.practitioners,
  };
}
