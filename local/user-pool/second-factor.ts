import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { CognitoError, invalidParameter } from './cognito-error.ts';
import type { Person } from './people.ts';
import type { PoolState } from './pool-state.ts';
import { type Operations, operation } from './protocol.ts';
import { base32, STEP_SECONDS, totp } from './totp.ts';

/** Setting up an authenticator app as the second factor, and its codes. */

const SECRET_BYTES = 32;

/**
 * Finds the step of 30 seconds to which a code belongs: the present one, or one next to it, because clocks differ and typing takes time.
 * @returns `undefined` for a wrong code
 */
function stepOf(secret: Buffer, code: string, now: Date): number | undefined {
  const present = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  return [present - 1, present, present + 1].find((step) => totp(secret, step * STEP_SECONDS) === code);
}

/** Accepts a code of the second factor once. @throws {CognitoError} for a wrong or used code */
export function useSecondFactor({ secondFactor }: Person, code: string, now: Date): void {
  const step = secondFactor.secret && stepOf(secondFactor.secret, code, now);
  if (step === undefined) throw new CognitoError('CodeMismatchException', 'Invalid code received for user');
  if (step <= secondFactor.usedStep)
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');
  secondFactor.usedStep = step;
}

export function secondFactorOperations({ sessions, authenticatorNow }: PoolState): Operations {
  return {
    AssociateSoftwareToken: operation(z.object({ AccessToken: z.string() }), ({ AccessToken }) => {
      const { secondFactor } = sessions.personOf(AccessToken);
      secondFactor.newSecret = randomBytes(SECRET_BYTES);
      return { SecretCode: base32(secondFactor.newSecret) };
    }),

    VerifySoftwareToken: operation(
      z.object({ AccessToken: z.string(), UserCode: z.string() }),
      ({ AccessToken, UserCode }) => {
        const { secondFactor } = sessions.personOf(AccessToken);
        const { newSecret } = secondFactor;
        if (!newSecret)
          throw new CognitoError('SoftwareTokenMFANotFoundException', 'Software Token MFA not found');
        const step = stepOf(newSecret, UserCode, authenticatorNow());
        if (step === undefined)
          throw new CognitoError(
            'EnableSoftwareTokenMFAException',
            'Code mismatch and fail enable Software Token MFA',
          );
        Object.assign(secondFactor, { secret: newSecret, newSecret: undefined, usedStep: step });
        return { Status: 'SUCCESS' };
      },
    ),

    SetUserMFAPreference: operation(
      z.object({
        AccessToken: z.string(),
        SoftwareTokenMfaSettings: z.optional(z.object({ Enabled: z.optional(z.boolean()) })),
      }),
      ({ AccessToken, SoftwareTokenMfaSettings: { Enabled } = {} }) => {
        const { secondFactor } = sessions.personOf(AccessToken);
        if (Enabled && !secondFactor.secret)
          throw invalidParameter('User has not verified software token mfa');
        if (Enabled !== undefined) secondFactor.isEnabled = Enabled;
        return {};
      },
    ),
  };
}
