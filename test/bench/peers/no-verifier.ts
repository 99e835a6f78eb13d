import { RefusedRequest } from '../../../shared/contract/refusals.ts';
import type { VerifyToken } from '../../../shared/identity/caller.ts';

/** For a peer whose only route needs no caller. Like the platform's bundle, it contains no token verification. */
export const noVerifier = (): VerifyToken => () => Promise.reject(new RefusedRequest('invalid_token'));
