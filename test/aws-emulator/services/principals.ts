import type { Grant, IamRequest, Policy } from '../iam/policy.ts';
import { ServiceError } from './answers.ts';
import { accessKeyIdOf, type Credentials, isSignedBy, type SignedRequest } from './credentials.ts';

/** A caller of services: a function with its role, or a person with the keys of the account. */
export interface Principal {
  readonly name: string;
  readonly credentials: Credentials;
  /** Absent for the person with a shell, who may do everything. */
  readonly policy?: Policy;
}

/** The used grants and the denials. */
export interface Usage {
  /** @throws {ServiceError} when it is denied; the denial is recorded. */
  readonly authorize: (principal: Principal, request: IamRequest) => void;
  readonly used: (principal: Principal) => ReadonlyMap<Grant, number>;
  /** One sentence for each denial. */
  readonly denials: readonly string[];
  readonly deny: (sentence: string) => void;
}

export function newUsage(): Usage {
  const uses = new Map<Principal, Map<Grant, number>>();
  const denials: string[] = [];
  const usedBy = (principal: Principal) => {
    const own = uses.get(principal) ?? new Map<Grant, number>();
    uses.set(principal, own);
    return own;
  };
  return {
    denials,
    deny: (sentence) => denials.push(sentence),
    used: usedBy,
    authorize(principal, request) {
      if (!principal.policy) return;
      const { allowed, used } = principal.policy.decide(request);
      if (!allowed) {
        const keys = request.context['dynamodb:LeadingKeys'];
        denials.push(
          `${principal.name} may not ${request.action} on ${request.resource}${keys ? ` with the leading keys ${keys.join(', ')}` : ''}`,
        );
        throw new ServiceError(
          'AccessDeniedException',
          `User: ${principal.name} is not authorized to perform: ${request.action} on resource: ${request.resource} because no identity-based policy allows the ${request.action} action`,
        );
      }
      const own = usedBy(principal);
      for (const grant of used) own.set(grant, (own.get(grant) ?? 0) + 1);
    },
  };
}

/** Identifies the signer of a request. @throws {ServiceError} for an unknown key or a wrong signature. */
export function identify(principals: readonly Principal[], request: SignedRequest): Principal {
  const accessKeyId = accessKeyIdOf(request);
  const principal = principals.find(({ credentials }) => credentials.accessKeyId === accessKeyId);
  if (!principal) {
    throw new ServiceError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  }
  if (!isSignedBy(request, principal.credentials)) {
    throw new ServiceError(
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided.',
    );
  }
  return principal;
}
