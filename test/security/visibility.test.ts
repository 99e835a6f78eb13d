import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { contracts, OperationId } from '../../functions/contracts.ts';
import { job as eraseAccounts } from '../../functions/deletion/erase-accounts.ts';
import { minutes } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { givenAdmin } from '../given/accounts.ts';
import { givenPractitioner, givenRequest, recordBody } from '../given/clinical.ts';
import { givenClub, givenMember } from '../given/community.ts';
import { givenCertificate, givenEmployee, givenWorkspace } from '../given/workspaces.ts';
import { newAccount, newWorld, type Sent, type World } from '../support/world.ts';

/**
 * The visibility matrix: who sees what people tell only some others, in each state of consent, membership and account. A field
 * has a row for every operation whose response can contain it: the types of the contracts find these operations, and a missing
 * row does not compile. Each viewer sends the request of the row in each state, and those whose response contains the text must
 * be those of the row.
 */

type Success<Op extends OperationId> = (typeof contracts)[Op]['success'];
type Answer<Op extends OperationId> = {
  [Status in keyof Success<Op>]: z.output<Success<Op>[Status]>;
}[keyof Success<Op>];
/** Whether a value can contain, at any depth, an object with all of these properties. */
type Contains<T, Names extends string> = T extends readonly (infer Element)[]
  ? Contains<Element, Names>
  : T extends object
    ? [Names] extends [keyof T]
      ? true
      : { [Name in keyof T]-?: Contains<T[Name], Names> }[keyof T]
    : false;
/** The operations whose responses can contain an object with all of these properties. */
type Showing<Names extends string> = {
  [Op in OperationId]: true extends Contains<Answer<Op>, Names> ? Op : never;
}[OperationId];

/** What the people of a state are called in requests, and the accounts of the viewers; `undefined` is nobody. */
interface Scene<Viewer extends string> {
  readonly viewers: Readonly<Record<Viewer, AccountId | undefined>>;
  readonly ids: Readonly<Record<string, string>>;
}

interface Row<Viewer extends string, State extends string> {
  /** The request that every viewer sends. */
  sent(ids: Scene<Viewer>['ids'], state: State): Sent;
  readonly seenBy: Readonly<Record<State, readonly Viewer[]>>;
}

interface Field<Names extends string, Viewer extends string, State extends string> {
  readonly what: string;
  /** The text in the field, which is nowhere else. */
  readonly text: string;
  /** Brings people into a state. */
  readonly states: Readonly<Record<State, (world: World) => Promise<Scene<Viewer>>>>;
  /** A sentence stands for a row if the operation never shows the field, or only to the caller who sends it. */
  readonly rows: { readonly [Op in Showing<Names>]: string | Row<NoInfer<Viewer>, NoInfer<State>> };
}

/** Declares the matrix of a field. @param _names the properties by which a response with the field is recognized */
const field =
  <const Names extends string>(..._names: readonly Names[]) =>
  <const Viewer extends string, const State extends string>(declared: Field<Names, Viewer, State>) =>
    declared;

const TEXT = 'Kenari Kuning';
const own = { sent: () => ({}) };

/** A club with a member, or with a person who asks to join. */
const inClub =
  (
    role: 'requested' | 'member',
    then: (
      world: World,
      of: { readonly id: string; readonly person: AccountId },
    ) => Promise<unknown> = async () => {},
  ) =>
  async (world: World) => {
    const club = await givenClub(world, { visibility: 'private' });
    const person = newAccount();
    const { accountId: formerOwner } = await givenMember(world, club, 'member');
    const { accountId: member } = await givenMember(world, club);
    await givenMember(world, club, 'owner');
    await world.call('joinClub', { as: person, params: { id: club.id }, body: { knownAs: TEXT } });
    if (role === 'member')
      await world.call('approveClubMember', { as: club.ownerId, params: { id: club.id, accountId: person } });
    await then(world, { id: club.id, person });
    const viewers = {
      ...{ person, owner: club.ownerId, 'former owner': formerOwner, member },
      ...{ stranger: newAccount(), administrator: await givenAdmin(world), nobody: undefined },
    };
    return { viewers, ids: { id: club.id, accountId: person } };
  };

const knownAs = field('knownAs')({
  what: 'the name of a member of a club',
  text: TEXT,
  states: {
    'the request waits': inClub('requested'),
    'the person is a member': inClub('member'),
    'the name was left empty': inClub('member', (world, { id, person: as }) =>
      world.call('joinClub', { as, params: { id }, body: {} }),
    ),
    'the person has left': inClub('member', (world, { id, person: as }) =>
      world.call('leaveClub', { as, params: { id } }),
    ),
    'the club is hidden': inClub('member', async (world, { id }) =>
      world.call('unpublishClub', { as: await givenAdmin(world), params: { id } }),
    ),
    'the account is closed': inClub('member', (world, { person: as }) =>
      world.call('requestDeletion', { as }),
    ),
  },
  rows: {
    joinClub: 'The response to the person has no name.',
    listClubMembers: {
      sent: ({ id = '' }, state) => ({
        params: { id },
        query: { standing: state === 'the request waits' ? 'requested' : 'member' },
      }),
      seenBy: {
        'the request waits': ['owner'],
        'the person is a member': ['owner'],
        'the name was left empty': [],
        'the person has left': [],
        'the club is hidden': ['owner'],
        'the account is closed': [],
      },
    },
    approveClubMember: {
      sent: ({ id = '', accountId = '' }) => ({ params: { id, accountId } }),
      seenBy: {
        'the request waits': ['owner'],
        'the person is a member': ['owner'],
        'the name was left empty': [],
        'the person has left': [],
        'the club is hidden': ['owner'],
        'the account is closed': [],
      },
    },
    getAccountData: {
      ...own,
      seenBy: {
        'the request waits': ['person'],
        'the person is a member': ['person'],
        'the name was left empty': [],
        'the person has left': [],
        'the club is hidden': ['person'],
        'the account is closed': [],
      },
    },
  },
});

/** A certificate that was rejected for a reason. */
const rejected =
  (
    then: (
      world: World,
      of: {
        readonly id: string;
        readonly person: AccountId;
        readonly officer: AccountId;
        readonly workspaceId: string;
      },
    ) => Promise<unknown> = async () => {},
  ) =>
  async (world: World) => {
    const company = await givenWorkspace(world);
    const workspaceId = company.id;
    const { accountId: owner } = await givenEmployee(world, company, { role: 'owner' });
    const { accountId: officer } = await givenEmployee(world, company, { role: 'hr_admin' });
    const { accountId: colleague } = await givenEmployee(world, company);
    const ended = { role: 'hr_admin', endedAt: world.now().toISOString() } as const;
    const { accountId: formerOfficer } = await givenEmployee(world, company, ended);
    const elsewhere = await givenEmployee(world, await givenWorkspace(world), { role: 'hr_admin' });
    const employee = await givenEmployee(world, company);
    const { accountId: person } = employee;
    const { id } = await givenCertificate(world, employee, { status: 'rejected', rejectionReason: TEXT });
    await then(world, { id, person, officer, workspaceId });
    const viewers = {
      ...{ employee: person, 'HR admin': officer, 'workspace owner': owner, colleague },
      ...{ 'former HR admin': formerOfficer, 'HR admin of another company': elsewhere.accountId },
      ...{ administrator: await givenAdmin(world), nobody: undefined },
    };
    return { viewers, ids: { certificateId: id, workspaceId, accountId: person } };
  };

const onlyByEmployee = {
  'it is shared': ['employee'],
  'it is not shared any more': ['employee'],
  'the employee has left': ['employee'],
  'the account is closed': [],
} as const;

const rejectionReason = field(
  'rejectionReason',
  'firstDay',
)({
  what: 'the reason of the rejection of a certificate',
  text: TEXT,
  states: {
    'it is shared': rejected(),
    'it is not shared any more': rejected((world, { id: certificateId, person: as }) =>
      world.call('changeSharing', { as, params: { certificateId }, body: { sharingConsent: false } }),
    ),
    'the employee has left': rejected((world, { officer: as, workspaceId, person: accountId }) =>
      world.call('removeMember', { as, params: { workspaceId, accountId } }),
    ),
    'the account is closed': rejected((world, { person: as }) => world.call('requestDeletion', { as })),
  },
  rows: {
    createCertificate: 'A draft was not rejected.',
    updateCertificate: 'A draft was not rejected.',
    submitCertificate: 'A draft was not rejected.',
    withdrawCertificate: 'A rejected request cannot be withdrawn.',
    approveCertificate: 'A rejected request cannot be approved.',
    rejectCertificate: 'The officer who sends the reason gets it back.',
    changeSharing: {
      sent: ({ certificateId = '' }, state) => ({
        params: { certificateId },
        body: { sharingConsent: state !== 'it is not shared any more' },
      }),
      seenBy: onlyByEmployee,
    },
    getOwnCertificate: {
      sent: ({ certificateId = '' }) => ({ params: { certificateId } }),
      seenBy: onlyByEmployee,
    },
    listOwnCertificates: { ...own, seenBy: onlyByEmployee },
    getAccountData: { ...own, seenBy: onlyByEmployee },
    listCertificates: {
      sent: ({ workspaceId = '' }) => ({ params: { workspaceId }, query: {} }),
      seenBy: {
        'it is shared': ['HR admin', 'workspace owner'],
        'it is not shared any more': [],
        'the employee has left': [],
        'the account is closed': [],
      },
    },
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
    await givenPractitioner(world, { id: practitioner.id, organization: TEXT });
    const note = { as: practitioner.id, params: { id: asked.id }, body: recordBody };
    expect((await world.call('addRecord', note)).status).toBe(201);
    // The author works elsewhere now.
    await givenPractitioner(world, { id: practitioner.id });
    const other = await givenRequest(world, { status: 'approved', patientId });
    const elsewhere = await givenRequest(world, { status: 'approved' });
    const requests = [asked.id, other.id];
    await then(world, { patientId, author: practitioner.id, requests });
    const viewers = {
      ...{ patient: patientId, author: practitioner.id, practitioner: other.practitioner.id },
      ...{ 'practitioner of another patient': elsewhere.practitioner.id, stranger: newAccount() },
      ...{ administrator: await givenAdmin(world), nobody: undefined },
    };
    return { viewers, ids: { ofAuthor: asked.id, ofOther: other.id } };
  };

const byPatient = {
  'the patient has approved the access': ['patient'],
  'the patient has revoked the access': ['patient'],
  'the account of the author is erased': ['patient'],
  'the account of the patient is closed': [],
} as const;

const author = field('practitionerOrganization')({
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
    addRecord: 'The author gets back what was written.',
    markRecordInError: 'The author gets back what was written.',
    listRecords: {
      sent: ({ ofOther: id = '' }) => ({ params: { id }, query: {} }),
      seenBy: {
        'the patient has approved the access': ['practitioner'],
        'the patient has revoked the access': [],
        'the account of the author is erased': ['practitioner'],
        'the account of the patient is closed': [],
      },
    },
    listOwnRecords: { ...own, seenBy: byPatient },
    getAccountData: { ...own, seenBy: byPatient },
  },
});

/** Each field with a test for every row and state. */
const matrix = [knownAs, rejectionReason, author].flatMap(({ what, text, states, rows }) =>
  Object.entries<string | Row<string, string>>(rows).flatMap(([operation, row]) =>
    typeof row === 'string'
      ? []
      : Object.entries<(world: World) => Promise<Scene<string>>>(states).map(([state, prepare]) => ({
          ...{ what, text, operation: operation as OperationId, state, prepare, sent: row.sent },
          seenBy: row.seenBy[state] ?? [],
        })),
  ),
);

/** Every operation whose responses can contain both. Another one does not compile without an entry. */
const together: Readonly<Record<Showing<'alias'> & Showing<'knownAs'>, true>> = { getAccountData: true };

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

describe('the visibility matrix', () => {
  it.each(matrix)(
    '$operation shows $what to $seenBy when $state',
    async ({ operation, state, text, prepare, sent, seenBy }) => {
      const { viewers, ids } = await prepare(world);
      const seeing: string[] = [];
      for (const [viewer, as] of Object.entries(viewers)) {
        const { raw } = await world.call(operation, { as, ...sent(ids, state) });
        if (raw.body?.includes(text)) seeing.push(viewer);
      }
      expect(seeing.sort()).toEqual([...seenBy].sort());
    },
  );

  it('has the alias of a challenge and the name of a member of a club together only in the data of their own account', () => {
    expect(Object.keys(together)).toEqual(['getAccountData']);
  });
});
