import { Option } from 'commander';
import { malaysianDate } from '../../../shared/values/calendar.ts';
import { later } from '../../../shared/values/clock.ts';
import { endOf } from '../arguments.ts';
import { operation } from '../operation.ts';
import { details, list, minute, second } from '../print.ts';
import { knownAccount } from './known-account.ts';

/** Commands for the verifications of practitioners and for the log of their accesses. */

export const practitionerCommands = [
  operation('verifyPractitioner', {
    name: 'verify-practitioner',
    description:
      'enter or renew the verification of a practitioner that was checked by hand; access continues if it is renewed before it ends',
    replaced: {
      verificationValidUntil: {
        verificationValidUntil: new Option(
          '--until <YYYY-MM-DD>',
          'The last day of the verification, in Malaysian time (required)',
        ).argParser(endOf),
      },
    },
    warning: (api, { accountId }) => knownAccount(api, accountId),
    words: ({ id, name, verificationValidUntil }) => {
      const lastDay = malaysianDate(later(new Date(verificationValidUntil), -1));
      return `${name} is a verified practitioner until the end of ${lastDay}, Malaysian time.\nPatients see the practitioner id ${id}.`;
    },
  }),
  operation('listVerifications', {
    name: 'practitioners',
    description:
      'list the verifications of practitioners, sorted by their end, or find the account of a practitioner id',
    words: ({ practitioners }) =>
      list(
        practitioners.map(({ id, accountId, verificationValidUntil, withdrawnAt, name }) => ({
          'account, practitioner id': `${accountId}\n${id}`,
          'valid until (MYT)': minute(verificationValidUntil),
          'withdrawn (MYT)': minute(withdrawnAt),
          name,
        })),
        'There are no practitioners.',
      ),
  }),
  operation('getVerification', { name: 'practitioner', words: details }),
  operation('searchAccessLog', {
    name: 'access-log',
    description: 'list whose records an account has used; the search and its reason are logged',
    words: ({ entries }) =>
      list(
        entries.map(({ at, action, patientId }) => ({ 'at (MYT)': second(at), action, patientId })),
        'The account has used no records.',
      ),
  }),
  operation('withdrawVerification', {
    name: 'withdraw-practitioner',
    description: 'withdraw the verification of a practitioner, which ends all access at once and for good',
    confirm: 'This ends all access of the practitioner at once and for good.',
    words: (_, { accountId }) => `${accountId} is no longer a verified practitioner.`,
  }),
];
