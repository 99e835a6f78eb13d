import { administrators, callsOf } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { givenAdmin, givenClosedAccount } from '../../given/accounts.ts';
import { verificationBody } from '../../given/clinical.ts';
import { newAccount, newId } from '../../support/world.ts';

const ofNobody: Scenario = async (world) => ({
  as: await givenAdmin(world),
  params: { accountId: newAccount() },
});

/** Patients recognize a practitioner by these fields. */
const shown = ['name', 'licenseAuthority', 'licenseNumber', 'specialty', 'organization'] as const;
const unreadable = [
  ['a space', ' ', 'must hold something that can be seen'],
  [
    'an invisible character',
    '\u200b',
    'must not contain invisible or unknown characters: character 1 is U+200B',
  ],
  [
    'characters in the wrong direction',
    'Dr \u202eRotcod',
    'must not contain characters that change the direction of text: character 4 is U+202E',
  ],
] as const;

export const verifications = callsOf({
  verifyPractitioner: {
    callers: administrators,
    request: ({ lapsed: accountId }) => ({ params: { accountId }, body: verificationBody }),
    refusals: {
      verification_in_past: async (world) => ({
        ...(await ofNobody(world)),
        body: { ...verificationBody, verificationValidUntil: world.now().toISOString() },
      }),
      practitioner_account_closed: async (world) => ({
        as: await givenAdmin(world),
        params: { accountId: await givenClosedAccount(world) },
        body: verificationBody,
      }),
    },
    rounds: 2,
    units: 14,
    freshSession: true,
    mistakes: shown.flatMap((field) =>
      unreadable.map(([what, text, rule]) => ({
        what: `${what} as ${field}`,
        fields: { [field]: text },
        said: `body.${field} ${rule}`,
      })),
    ),
    storesTexts: ['CLINICAL#PRACTITIONER#'],
  },
  withdrawVerification: {
    callers: administrators,
    request: ({ practitioner: accountId }) => ({ params: { accountId } }),
    refusals: { practitioner_not_found: ofNobody },
    rounds: 2,
    units: 10,
    freshSession: true,
    takes: [
      {
        who: 'practitioner',
        what: 'whose verification is withdrawn',
        request: ({ secondAdmin: as, practitioner: accountId }) => ({ as, params: { accountId } }),
        role: 'verification',
      },
    ],
  },
  getVerification: {
    callers: administrators,
    request: ({ practitioner: accountId }) => ({ params: { accountId } }),
    refusals: { practitioner_not_found: ofNobody },
    rounds: 1,
    units: 2,
  },
  listVerifications: {
    callers: administrators,
    request: () => ({ query: {} }),
    refusals: {},
    rounds: 2,
    units: 2,
    furtherUses: [async (world) => ({ as: await givenAdmin(world), query: { practitionerId: newId() } })],
  },
});
