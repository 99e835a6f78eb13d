import type { Client } from 'openapi-fetch';
import { answerWithin } from '../browser/requests.ts';
import { type components, dataOf, sihatClient } from '../client/client.ts';
import { throwIfAborted } from '../client/time.ts';
import type { DeskPaths } from './desk-calls.ts';

type Schemas = components['schemas'];
export type Account = Schemas['Account'];
export type Workplace = Account['workspaces'][number];
export type AccessRequest = Schemas['AccessRequest'];
export type ClinicalRecord = Schemas['ClinicalRecord'];
export type OwnAddition = Schemas['OwnAddition'];
export type ClaimForStaff = Schemas['ClaimForStaff'];
export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];
export type IssuedInvitation = Schemas['IssuedInvitation'];
export type Certificate = Schemas['SharedCertificate'];
export type MerchantCampaign = Schemas['MerchantCampaign'];
export type Exhibition = Schemas['PlatformExhibition'];
export type Challenge = Schemas['ManagedChallenge'];
export type Board = Schemas['ExhibitionDisplay'];
export type Campaign = Schemas['StockedCampaign'];
export type Club = Schemas['ManagedClub'];
export type Verification = Schemas['Verification'];
export type VerificationEntry = Schemas['VerifyPractitionerRequest'];
export type OnboardingFlow = Schemas['OnboardingFlow'];

export { ConnectionLost } from '../browser/requests.ts';
export { ApiError, dataOf, isSignedOut, newId } from '../client/client.ts';

/** A member of staff does not wait longer than this for an answer. */
const LONGEST_CALL_MS = 10_000;

/** The API, with the calls of the desk only. */
export type Api = Client<DeskPaths>;

/** The access tokens of a person who is signed in. */
export interface Tokens {
  /** The access token, or a new one if it has expired. */
  readonly accessToken: () => Promise<string>;
  readonly refresh: () => Promise<void>;
}

/** The API in the name of one sign-in. After its end, nothing is sent any more, also by calls that were waiting to be repeated. */
export function apiFor(signIn: Tokens, ended: AbortSignal): Api {
  const client = sihatClient({
    baseUrl: location.origin,
    attempts: 2,
    token: () => {
      throwIfAborted(ended);
      return signIn.accessToken();
    },
    refresh: signIn.refresh,
    fetch: (request) => {
      throwIfAborted(ended);
      const signals = [request.signal, ended];
      const send = (signal: AbortSignal) => fetch(new Request(request, { signal, cache: 'no-store' }));
      return answerWithin(send, { milliseconds: LONGEST_CALL_MS, signals });
    },
  });
  return client as Api;
}

/** Where people sign in. It does not need a sign-in. */
export async function signInSettings() {
  const send = (request: Request) =>
    answerWithin((signal) => fetch(new Request(request, { signal })), { milliseconds: LONGEST_CALL_MS });
  const api = sihatClient({ baseUrl: location.origin, fetch: send }) as Api;
  return dataOf(await api.GET('/v1/sign-in-settings'));
}
