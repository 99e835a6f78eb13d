import type { paths } from '../client/api.generated.ts';

/** What the desk calls, and what the platform can answer: nothing else compiles, and each refusal needs words. */

type Workspace = '/v1/partner/workspaces/{workspaceId}';
type Certificate = `${Workspace}/members/{memberId}/medical-certificates/{certificateId}`;
type Claim = '/v1/partner/claims/{claimId}';
type Requests = '/v1/clinical/access-requests';
type Platform = '/v1/platform';
type Event = `${Platform}/community/events/{code}`;
type Challenge = `${Platform}/community/challenges/{id}`;
type Club = `${Platform}/community/clubs/{id}`;
type Campaign = `${Platform}/campaigns/{campaignId}`;
type Practitioner = `${Platform}/practitioners/{accountId}`;

/** The method and the path of each call. */
type Call =
  | ['get', '/v1/sign-in-settings' | '/v1/account' | '/v1/account/notices/settings']
  | ['put', '/v1/account/notices/settings']
  // Handing out gifts
  | ['get', Claim | `${Workspace}/claims/{code}`]
  | ['post', `${Claim}/redemption` | `${Claim}/redemption/annulment`]
  // A workspace
  | ['get', `${Workspace}/${'members' | 'invitations' | 'medical-certificates' | 'campaigns' | 'report'}`]
  | ['get', `${Workspace}/medical-certificates/totals`]
  | ['put', `${Workspace}/members/{memberId}/role` | `${Workspace}/invitations/batches/{batchId}`]
  | [
      'delete',
      (
        | `${Workspace}/members/{memberId}`
        | `${Workspace}/invitations/${'' | 'lists/'}{${'invitationId' | 'listId'}}`
      ),
    ]
  | ['post', `${Certificate}/${'approval' | 'rejection'}`]
  // A clinic
  | ['get', Requests | `${Requests}/{id}` | `${Requests}/{id}/records` | '/v1/clinical/additions']
  | ['post', Requests | `${Requests}/{id}/${'revocation' | 'records' | 'records/{recordId}/error'}`]
  // Administrators
  | [
      'get',
      `${Platform}/community/events` | Event | `${Event}/aliases` | '/v1/community/events/{code}/display',
    ]
  | ['post', `${Event}/${'publication' | 'cancellation'}` | `${Challenge}/publication`]
  | ['delete', `${Event}/publication` | `${Campaign}/publication`]
  | ['put', `${Event}/aliases` | Practitioner]
  | ['get', `${Challenge}/exclusions` | `${Platform}/community/clubs` | Club | Practitioner]
  | ['post', `${Challenge}/exclusions${'' | '/{exclusionId}/readmission'}` | `${Club}/review`]
  | ['get', `${Platform}/${'campaigns' | 'workspaces' | 'practitioners' | 'onboarding'}` | Campaign]
  | ['post', `${Campaign}/${'publication' | 'stock' | 'withdrawals'}`];

type Method = Call[0];
/** The paths that are called with a method, of those that exist. */
type PathOf<M extends Method> = Extract<Call, [M, string]>[1] & keyof paths;

/** The API with the calls of the desk only. */
export type DeskPaths = {
  [P in PathOf<Method>]: {
    [M in keyof paths[P]]: M extends Method ? (P extends PathOf<M> ? paths[P][M] : never) : paths[P][M];
  };
};

type Body<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
type CodeIn<Body> = Body extends { code?: infer Code } ? (string extends Code ? never : Code) : never;
type CodesOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses]: CodeIn<Body<Responses[Status]>> }[keyof Responses]
  : never;
type CodesOfMethod<M extends Method> = {
  [P in PathOf<M>]: M extends keyof paths[P] ? CodesOf<paths[P][M]> : never;
}[PathOf<M>];

/** The codes with which the platform can refuse a call of the desk. */
export type DeskCode = Extract<{ [M in Method]: CodesOfMethod<M> }[Method], string>;
