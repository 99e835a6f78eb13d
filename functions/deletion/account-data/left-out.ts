import type { LedgerPrefix, TablePrefix } from '../../../shared/contract/table-definition.ts';
import type { sources } from './sources.ts';

type Prefix = TablePrefix | LedgerPrefix;
type Shown = (typeof sources)[number]['prefix'];
type Reasons = Readonly<Record<Exclude<Prefix, Shown>, string> & Partial<Record<Shown, string>>>;

/**
 * What `getAccountData` leaves out, and why. A kind of partition that no source shows does not compile without a reason. A
 * test finds items of an account that neither a source shows nor a reason covers.
 */
export const leftOut: Reasons = {
  'WORKSPACE#ID#':
    'A workspace names its owner, whose membership is shown. Its name is shown with the membership.',
  'WORKSPACE#INVITATION#': 'An invitation names no account. It is shown to the account that has accepted it.',
  'WORKSPACE#INVITATION-TOKEN#': 'It holds the hash of a secret and names no account.',
  'WORKSPACE#BATCH#':
    'It holds the references of invitations, which name no account. A reference that an account accepted is in its membership.',
  'WORKSPACE#LIST#': 'It holds ids of batches, and names the membership of an officer and no account.',
  'WORKSPACE#DRAFTS#': 'It counts drafts, each of which is shown.',
  'WORKSPACE#REPORT#': 'It holds counts over all members.',
  'WORKSPACE#CERTIFICATE-DAYS#': 'It holds counts over all members.',
  'CLINICAL#RECORD-ID#': 'It leads from the id of a record to the record.',
  'CLINICAL#TOKEN#':
    'A QR token is found only by the hash of its secret, for a day. The request that it became is shown.',
  'COMMUNITY#CLUB#': 'A club belongs to its members. It names its owner, whose membership is shown.',
  'COMMUNITY#EVENT#': 'An exhibition names no account.',
  'COMMUNITY#EVENT-ID#': 'It leads from the id of an exhibition to the exhibition.',
  'COMMUNITY#CHALLENGE#': 'A challenge names no account.',
  'COMMUNITY#DISPLAY#': 'A rank repeats the alias and the steps of an enrollment.',
  'COMMUNITY#LEADERBOARD#': 'A rank repeats the alias and the steps of an enrollment.',
  'COMMUNITY#ALIAS#': 'It leads from an alias to its enrollment.',
  'NOTICE-EXHIBITION#':
    'It says how far the platform has come with telling phones of an exhibition. For some minutes it holds the place of an account in a list, and the ids of people who get their push later.',
  'NOTICE-ONCE#': 'It holds the hash of what somebody was told within a day, and names no account.',
  'NOTICE-TIMES': 'It holds the time up to which the timed notices are written.',
  'ONBOARDING#FLOW#': 'A flow names no account. Its questions are shown with the answers.',
  'ONBOARDING#CURRENT': 'It names the published flow.',
  'REWARDS#CLAIM-CODE#': 'It leads from the id of a claim to the claim.',
  'REWARDS#LOOKUPS#': 'It counts failed look-ups at a counter for an hour.',
  'REWARDS#STOCK#': 'A lease repeats the expiry of a claim, and a shard holds counters.',
  'REWARDS#CAMPAIGN#': 'A campaign names no account.',
  'COMMUNITY#HIDDEN#':
    'It names an alias that nobody may use, and no account. The enrollment with that alias is shown.',
  'REWARDS#OF-EVENT#': 'It leads from an exhibition to its campaigns.',
  'REWARDS#HOLDS#': 'It holds counts over all claims of a campaign.',
  'REWARDS#PUBLISHED-COUNT': 'It holds the number of campaigns.',
  'DELETION#REQUEST#':
    'An account with a deletion request is closed and reads nothing. Its receipt shows the request.',
  'DELETION#RECEIPT#': 'It holds the hash of a secret and names no account.',
  'REQUESTED#': 'An account in the ledger of deletions is closed and reads nothing.',
  'ERASED#': 'An account in the ledger of deletions is closed and reads nothing.',
  'PLATFORM#ACTS#':
    'The log of what administrators did is the record of the platform, with which breaches and mistakes are investigated.',
  'PLATFORM#ACTS-ON#': 'It repeats an act in the log for each of its subjects.',
  'PLATFORM#BACKFILL#': 'It holds the position of a backfill in the table.',
  'ROLLUP#COUNTED': 'It holds the time up to which the roll-up has counted.',
  'ROLLUP#CERTIFICATES#': 'It says which certificates are to be counted, each of which is shown.',
  'ROLLUP#RECORD#': 'It says which counters include an item that is shown.',
  'ROLLUP#REBUILD#': 'It holds the position of a rebuild in a list.',

  // What other people own in partitions of a kind that is shown
  'CLINICAL#RECORDS#':
    'The records that a practitioner has written belong to the patients. They repeat a name that was verified.',
  'CLINICAL#LOG#':
    'What a practitioner has read or written is in the logs of patients, which name the practitioner as verified.',
  'REWARDS#ACCOUNT#':
    'A claim stores a hash of the account that handed out the gift, which leads to no account.',
};
