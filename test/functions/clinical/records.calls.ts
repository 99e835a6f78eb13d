import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { days, minutes } from '../../../shared/values/clock.ts';
import { CORRECTION_DAYS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { callsOf, signedIn, unsigned } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { field, ofCaller, TEXT } from '../../cast/visibility.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenPractitioner, givenRequest, recordBody } from '../../given/clinical.ts';
import { newAccount, newId, type World } from '../../support/world.ts';

const asPractitioner =
  (overrides: Parameters<typeof givenRequest>[1] = {}, body?: object): Scenario =>
  async (world) => {
    const { id, practitioner } = await givenRequest(world, overrides);
    return { as: practitioner.accountId, params: { id }, ...(body && { body }) };
  };

interface RecordOf {
  readonly id: string;
  readonly recordId: string;
  readonly patientId: AccountId;
}

/** An approved request under which its practitioner has added a record. @param changed what differs in the call */
const onRecord =
  (changed: (world: World, of: RecordOf) => object): Scenario =>
  async (world) => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    const as = practitioner.accountId;
    const { body } = await world.call('addRecord', { as, params: { id }, body: recordBody });
    const recordId: string = body.id;
    const sent = { as, params: { id, recordId }, body: { reason: 'Wrong patient.' } };
    return { ...sent, ...(await changed(world, { id, recordId, patientId })) };
  };

/** Only a practitioner with a valid verification reads and writes, under the access request that names them. */
const letIn = {
  ...unsigned,
  others: 'access_request_not_found',
  practitioner: 'ok',
  'lapsed practitioner': 'practitioner_not_verified',
} as const;

export const records = callsOf({
  listRecords: {
    circle: 'clinic',
    readsInTown: ({ ofPatients }) => ofPatients.map((id) => ({ params: { id } })),
    callers: letIn,
    request: (cast, principal) => ({ params: { id: cast.letIn(principal) }, query: {} }),
    refusals: { access_not_approved: asPractitioner() },
    rounds: 3,
    units: 14,
    afterLosing: { verification: 'practitioner_not_verified' },
    needsOpenAccount: true,
  },
  addRecord: {
    callers: letIn,
    request: (cast, principal) => ({ params: { id: cast.letIn(principal) }, body: recordBody }),
    refusals: {
      access_not_approved: asPractitioner({}, recordBody),
      consultation_in_future: asPractitioner(
        { status: 'approved' },
        { ...recordBody, consultedAt: '2031-03-14T04:00:00.001Z' },
      ),
      record_id_taken: async (world) => {
        const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
        const other = await givenRequest(world, { status: 'approved', patientId });
        const body = { ...recordBody, recordId: newId() };
        await world.call('addRecord', { as: practitioner.accountId, params: { id }, body });
        return { as: other.practitioner.accountId, params: { id: other.id }, body };
      },
    },
    rounds: 2,
    units: 21,
    afterLosing: { verification: 'practitioner_not_verified' },
    furtherUses: [
      asPractitioner(
        { status: 'approved' },
        { ...recordBody, recordId: newId(), consultedAt: '2031-03-13T02:00:00.000Z' },
      ),
      // A retry finds the record of the first attempt.
      async (world) => {
        const body = { ...recordBody, recordId: newId() };
        const sent = await asPractitioner({ status: 'approved' }, body)(world);
        await world.call('addRecord', sent);
        return sent;
      },
    ],
    mistakes: [
      {
        what: 'a title in the wrong direction',
        fields: { title: '\u2067' },
        said: 'body.title must not contain characters that change the direction of text: character 1 is U+2067',
      },
      {
        what: 'a title that nobody can see',
        fields: { title: ' ' },
        said: 'body.title must hold something that can be seen',
      },
      {
        what: 'a note with a control character',
        fields: { body: 'a\u0000b' },
        said: 'body.body must not contain control characters other than tabs and line breaks: character 2 is U+0000',
      },
    ],
    storesTexts: ['CLINICAL#RECORDS#'],
    needsOpenAccount: true,
  },
  markRecordInError: {
    callers: letIn,
    request: (cast, principal) => ({
      params: { id: cast.letIn(principal), recordId: cast.record },
      body: { reason: 'Wrong patient.' },
    }),
    refusals: {
      access_not_approved: onRecord(async (world, { id, recordId, patientId }) => {
        await world.call('revokeAccessRequest', { as: patientId, params: { id } });
        world.advance(days(CORRECTION_DAYS));
        return { params: { id, recordId } };
      }),
      record_not_found: onRecord((_, { id }) => ({ params: { id, recordId: newId() } })),
      not_the_author: onRecord(async (world, { recordId, patientId }) => {
        const other = await givenRequest(world, { status: 'approved', patientId });
        return { as: other.practitioner.accountId, params: { id: other.id, recordId } };
      }),
    },
    rounds: 4,
    units: 20,
    afterLosing: { verification: 'practitioner_not_verified' },
    storesTexts: ['CLINICAL#RECORDS#'],
  },
  listOwnRecords: {
    circle: 'clinic',
    readsInTown: () => [{}],
    callers: signedIn,
    request: () => ({ query: {} }),
    refusals: {},
    rounds: 1,
    units: 2,
  },
  listOwnAdditions: {
    circle: 'clinic',
    readsInTown: () => [{}],
    callers: signedIn,
    by: 'practitioner',
    request: () => ({ query: {} }),
    refusals: {},
    rounds: 1,
    units: 2,
  },
  exportRecords: {
    circle: 'clinic',
    readsInTown: () => [{}],
    callers: signedIn,
    request: () => ({ query: {} }),
    refusals: {},
    rounds: 1,
    units: 2,
  },
});

/** A note of a practitioner, and another practitioner with access to the same patient. */
const noted =
  (
    then: (
      world: World,
      of: { readonly patientId: AccountId; readonly author: AccountId; readonly requests: readonly string[] },
    ) => Promise<unknown> = async () => {},
  ) =>
  async (world: World) => {
    const asked = await givenRequest(world, { status: 'approved' });
    const { patientId, practitioner } = asked;
    await givenPractitioner(world, { accountId: practitioner.accountId, organization: TEXT });
    const recordId = newId();
    const note = { as: practitioner.accountId, params: { id: asked.id }, body: { ...recordBody, recordId } };
    await world.call('addRecord', note);
    // The author works elsewhere now.
    await givenPractitioner(world, { accountId: practitioner.accountId });
    const other = await givenRequest(world, { status: 'approved', patientId });
    const elsewhere = await givenRequest(world, { status: 'approved' });
    const requests = [asked.id, other.id];
    await then(world, { patientId, author: practitioner.accountId, requests });
    const viewers = {
      ...{ patient: patientId, author: practitioner.accountId, practitioner: other.practitioner.accountId },
      ...{ 'practitioner of another patient': elsewhere.practitioner.accountId, stranger: newAccount() },
      ...{ administrator: await givenAdmin(world), nobody: undefined },
    };
    return { viewers, ids: { ofAuthor: asked.id, ofOther: other.id, recordId } };
  };

const byAuthor = {
  'the patient has approved the access': ['author'],
  'the patient has revoked the access': [],
  'the account of the author is erased': [],
  'the account of the patient is closed': [],
} as const;

const byPatient = {
  'the patient has approved the access': ['patient'],
  'the patient has revoked the access': ['patient'],
  'the account of the author is erased': ['patient'],
  'the account of the patient is closed': [],
} as const;

export const author = field('practitionerOrganization')({
  what: 'the author of a note',
  text: TEXT,
  states: {
    'the patient has approved the access': noted(),
    'the patient has revoked the access': noted(async (world, { patientId: as, requests }) => {
      for (const id of requests) await world.call('revokeAccessRequest', { as, params: { id } });
    }),
    'the account of the author is erased': noted(async (world, { author: as }) => {
      await world.call('requestDeletion', { as });
      world.advance(minutes(2));
      await world.run(eraseAccounts);
    }),
    'the account of the patient is closed': noted((world, { patientId: as }) =>
      world.call('requestDeletion', { as }),
    ),
  },
  rows: {
    // A retry gets the note as it was written.
    addRecord: {
      sent: ({ ofAuthor: id = '', recordId = '' }) => ({ params: { id }, body: { ...recordBody, recordId } }),
      seenBy: byAuthor,
    },
    markRecordInError: {
      sent: ({ ofAuthor: id = '', recordId = '' }) => ({
        params: { id, recordId },
        body: { reason: 'Wrong patient.' },
      }),
      seenBy: byAuthor,
    },
    listRecords: {
      sent: ({ ofOther: id = '' }) => ({ params: { id }, query: {} }),
      seenBy: {
        'the patient has approved the access': ['practitioner'],
        'the patient has revoked the access': [],
        'the account of the author is erased': ['practitioner'],
        'the account of the patient is closed': [],
      },
    },
    listOwnRecords: { ...ofCaller, seenBy: byPatient },
    getAccountData: { ...ofCaller, seenBy: byPatient },
  },
});

/** An exported note names its authors in other words. */
export const exportedAuthor = field('bundle')({
  what: 'the author of an exported note',
  text: TEXT,
  states: author.states,
  rows: { exportRecords: { ...ofCaller, seenBy: byPatient } },
});
