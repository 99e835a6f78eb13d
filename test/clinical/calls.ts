import { later, minutes } from '../../shared/clock.ts';
import type { RefusalScenarios, ValidCalls } from '../support/calls.ts';
import { givenClosedAccount, givenPractitioner, givenToken } from '../support/given.ts';
import { newAccount } from '../support/world.ts';

type Operations = 'issueQrToken' | 'createAccessRequest';

export const validCalls: ValidCalls<Operations> = {
  issueQrToken: async () => ({ as: newAccount() }),
  createAccessRequest: async (world) => {
    const { token } = await givenToken(world);
    return { as: await givenPractitioner(world), body: { token } };
  },
};

export const refusalScenarios: RefusalScenarios<Operations> = {
  issueQrToken: {},
  createAccessRequest: {
    practitioner_not_verified: async (world) => {
      const { token } = await givenToken(world);
      return { as: newAccount(), body: { token } };
    },
    token_unknown: async (world) => ({
      as: await givenPractitioner(world),
      body: { token: 'no such token' },
    }),
    own_token: async (world) => {
      const practitioner = await givenPractitioner(world);
      const { token } = await givenToken(world, { patientId: practitioner });
      return { as: practitioner, body: { token } };
    },
    token_used: async (world) => {
      const { token } = await givenToken(world);
      await world.call('createAccessRequest', { as: await givenPractitioner(world), body: { token } });
      return { as: await givenPractitioner(world), body: { token } };
    },
    token_expired: async (world) => {
      const { token } = await givenToken(world, { expiresAt: world.now().toISOString() });
      return { as: await givenPractitioner(world), body: { token } };
    },
  },
};

/** Further ways to a refusal that the interface or the design names. */
export const furtherRefusals = [
  {
    refusal: 'practitioner_not_verified',
    because: 'the verification has run out this very moment',
    scenario: async (world) => {
      const { token } = await givenToken(world);
      const practitioner = await givenPractitioner(world, {
        verificationValidUntil: world.now().toISOString(),
      });
      return { as: practitioner, body: { token } };
    },
  },
  {
    refusal: 'practitioner_not_verified',
    because: 'the verification was withdrawn',
    scenario: async (world) => {
      const { token } = await givenToken(world);
      const withdrawnAt = later(world.now(), -minutes(1)).toISOString();
      return { as: await givenPractitioner(world, { withdrawnAt }), body: { token } };
    },
  },
  {
    refusal: 'practitioner_not_verified',
    because: 'the verification was withdrawn, and it tells nothing of tokens either',
    scenario: async (world) => {
      const withdrawnAt = later(world.now(), -minutes(1)).toISOString();
      return { as: await givenPractitioner(world, { withdrawnAt }), body: { token: 'no such token' } };
    },
  },
  {
    refusal: 'practitioner_not_verified',
    because: 'an unverified account must not learn whether a token exists',
    scenario: async () => ({ as: newAccount(), body: { token: 'no such token' } }),
  },
  {
    refusal: 'token_unknown',
    because: 'the patient has closed the account',
    scenario: async (world) => {
      const { token } = await givenToken(world, { patientId: await givenClosedAccount(world) });
      return { as: await givenPractitioner(world), body: { token } };
    },
  },
] as const satisfies readonly {
  readonly refusal: keyof (typeof refusalScenarios)['createAccessRequest'];
  readonly because: string;
  readonly scenario: (typeof refusalScenarios)['createAccessRequest']['own_token'];
}[];
