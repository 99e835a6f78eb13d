import type { StoredItem } from '../../shared/table/item.ts';
import { days, hours, later } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import {
  acceptance,
  certificate,
  membership,
  sharingConsent,
  workspace,
} from '../../shared/workspaces/items.ts';
import type { Role } from '../../shared/workspaces/roles.ts';
import { type Chance, seededChance } from './chance.ts';
import { fixedAccount, fixedId, joinedAs } from './ids.ts';
import { invited } from './invitations.ts';
import { accountOf, CORPORATE_WORKSPACE, LEAVER, MERCHANT_WORKSPACE, NOTICE_VERSION } from './people.ts';
import type { Times } from './times.ts';

/** A company with about 45 people over fourteen months, and the merchant whose campaigns reward the walkers. */
export function workspaces(times: Times): StoredItem[] {
  const chance = seededChance(20_031);
  return [
    workspace.stored({
      id: CORPORATE_WORKSPACE,
      name: 'Teknologi Maju Sdn Bhd',
      workspaceKind: 'corporate',
      ownerId: CORPORATE_OWNER,
      createdAt: times.ago(days(430)),
    }),
    workspace.stored({
      id: MERCHANT_WORKSPACE,
      name: 'Pasar Segar Sdn Bhd',
      workspaceKind: 'merchant',
      ownerId: accountOf('merchant-owner'),
      createdAt: times.ago(days(300)),
    }),
    ...founders(times),
    ...EMPLOYEES.flatMap((n) => employee(n, times, chance)),
    ...unanswered(times),
    ...leaver(times),
  ];
}

const CORPORATE_OWNER = fixedAccount('employee', 901);
const HR_ADMIN = accountOf('hr-admin');
/** How many days ago they joined. */
const OWNER_DAYS = 430;
const HR_ADMIN_DAYS = 425;

const EMPLOYEES = Array.from({ length: 42 }, (_, n) => n);

function founders({ ago }: Times): StoredItem[] {
  const joined = (accountId: AccountId, workspaceId: string, role: Role, daysAgo: number) =>
    membership.stored({
      accountId,
      workspaceId,
      role,
      ...joinedAs(accountId, workspaceId, ago(days(daysAgo))),
    });
  return [
    joined(CORPORATE_OWNER, CORPORATE_WORKSPACE, 'owner', OWNER_DAYS),
    joined(HR_ADMIN, CORPORATE_WORKSPACE, 'hr_admin', HR_ADMIN_DAYS),
    joined(accountOf('patient'), CORPORATE_WORKSPACE, 'member', 210),
    joined(accountOf('merchant-owner'), MERCHANT_WORKSPACE, 'owner', 300),
    joined(accountOf('merchant-staff'), MERCHANT_WORKSPACE, 'staff', 120),
    joined(fixedAccount('employee', 903), MERCHANT_WORKSPACE, 'staff', 45),
  ];
}

/** The employee who has the staff number of another one. */
const TWIN = 8;

/** A member who joined on the day of the invitation and was sick a few times. Every seventh member has left again. */
function employee(n: number, times: Times, chance: Chance): StoredItem[] {
  const accountId = fixedAccount('employee', n + 1);
  const invited = days(6 + n * 10);
  const accepted = invited - hours(chance.between(1, 40));
  const invitationId = fixedId('invitation', n + 1);
  const left = n % 7 === 6;
  const at = times.ago(accepted);
  const endedAt = left ? times.ago(accepted / chance.between(2, 4)) : undefined;
  // Two people have one staff number, and every fifth person shares none.
  const reference = referenceOf(n === TWIN ? fixedId('invitation', TWIN) : invitationId);
  const shareReference = n % 5 !== 4;
  const changes = [
    { given: true, at, noticeVersion: NOTICE_VERSION },
    ...(endedAt ? [{ given: false, at: endedAt, noticeVersion: NOTICE_VERSION }] : []),
  ];
  return [
    ...alone({ invitationId, reference, acceptedAt: at }, later(times.at, -invited), times.at),
    acceptance.stored({ accountId, invitationId }),
    membership.stored({
      accountId,
      workspaceId: CORPORATE_WORKSPACE,
      role: 'member',
      ...joinedAs(accountId, CORPORATE_WORKSPACE, at),
      reference,
      shareReference,
      ...(endedAt && { endedAt }),
    }),
    ...(shareReference
      ? [
          sharingConsent.stored({
            accountId,
            shared: 'reference',
            id: CORPORATE_WORKSPACE,
            changes,
            version: changes.length,
          }),
        ]
      : []),
    ...certificates(n, accountId, accepted, times, chance),
  ];
}

const COURSES = ['approved', 'approved', 'approved', 'submitted', 'rejected', 'withdrawn', 'draft'] as const;

function certificates(
  n: number,
  accountId: AccountId,
  since: number,
  times: Times,
  chance: Chance,
): StoredItem[] {
  return Array.from({ length: chance.between(0, 3) }).flatMap((_, m) => {
    const began = Math.floor(since * (chance.between(5, 95) / 100));
    // Decided certificates are older; submitted ones and drafts are recent.
    const status = chance.pick(COURSES);
    const start = status === 'submitted' || status === 'draft' ? days(chance.between(-1, 6)) : began;
    const submitted = Math.max(start, hours(2));
    const afterwards = times.ago(submitted - hours(1));
    return withConsent({
      id: fixedId('certificate', n * 10 + m + 1),
      accountId,
      workspaceId: CORPORATE_WORKSPACE,
      status,
      firstDay: times.dayAgo(start),
      lastDay: times.dayAgo(start - days(chance.between(0, 4))),
      sharingConsent: chance.percent(85) && status !== 'draft',
      createdAt: times.ago(submitted + hours(1)),
      ...(status !== 'draft' && { submittedAt: times.ago(submitted) }),
      ...((status === 'approved' || status === 'rejected') && { decidedAt: afterwards }),
      ...(status === 'rejected' && { rejectionReason: 'The days do not match the letter of the clinic.' }),
      ...(status === 'withdrawn' && { withdrawnAt: afterwards }),
    });
  });
}

/** A certificate with the record of the consent to share it. */
function withConsent(made: Parameters<typeof certificate.stored>[0]): StoredItem[] {
  const { id, accountId, sharingConsent: given, submittedAt: at } = made;
  if (!given || at === undefined) return [certificate.stored(made)];
  const changes = [{ given, at, noticeVersion: NOTICE_VERSION }];
  return [
    certificate.stored(made),
    sharingConsent.stored({ accountId, shared: 'certificate', id, changes, version: 1 }),
  ];
}

/** Pending, expired and revoked invitations, and a list that the HR admin uploaded. */
function unanswered({ at, ago }: Times): StoredItem[] {
  const ages = [1, 2, 5, 9, 13, 16, 33, 61, 95, 150, 240];
  const single = ages.flatMap((age, n) => {
    const revoked = n % 4 === 3 && { revokedAt: ago(days(age) - hours(5)) };
    return alone({ invitationId: fixedId('invitation', 500 + n), ...revoked }, later(at, -days(age)), at);
  });
  const rows = Array.from({ length: 12 }, (_, n) => {
    const invitationId = fixedId('invitation', 600 + n);
    return { invitationId, role: 'member' as const, reference: referenceOf(invitationId) };
  });
  const batch = {
    workspaceId: CORPORATE_WORKSPACE,
    createdBy: joinedAs(HR_ADMIN, CORPORATE_WORKSPACE, ago(days(HR_ADMIN_DAYS))).memberId,
    createdAt: later(at, -days(3)),
    batchId: fixedId('invitation', 698),
    listId: fixedId('invitation', 699),
    rows,
  };
  return [...single, ...invited(batch, at)];
}

/** An invitation of a member by the owner, in a batch of its own. */
function alone(
  {
    invitationId,
    reference = referenceOf(invitationId),
    ...fate
  }: {
    readonly invitationId: string;
    readonly reference?: string;
    readonly acceptedAt?: string;
    readonly revokedAt?: string;
  },
  createdAt: Date,
  at: Date,
): StoredItem[] {
  const batch = {
    workspaceId: CORPORATE_WORKSPACE,
    createdBy: joinedAs(CORPORATE_OWNER, CORPORATE_WORKSPACE, later(at, -days(OWNER_DAYS)).toISOString())
      .memberId,
    createdAt,
    batchId: invitationId,
    rows: [{ invitationId, role: 'member' as const, reference, ...fate }],
  };
  return invited(batch, at);
}

const referenceOf = (invitationId: string) => `TM-${Number.parseInt(invitationId.slice(-4), 16)}`;

/** Marks accounts whose deletion is pending. Reports exclude them. */
function leaver({ ago, dayAgo }: Times): StoredItem[] {
  const own = { accountId: LEAVER, workspaceId: CORPORATE_WORKSPACE, accountClosed: true } as const;
  return [
    membership.stored({ ...own, role: 'member', ...joinedAs(LEAVER, CORPORATE_WORKSPACE, ago(days(260))) }),
    ...withConsent({
      ...own,
      id: fixedId('certificate', 999),
      status: 'approved',
      firstDay: dayAgo(days(30)),
      lastDay: dayAgo(days(29)),
      sharingConsent: true,
      createdAt: ago(days(30) + hours(1)),
      submittedAt: ago(days(30)),
      decidedAt: ago(days(30) - hours(1)),
    }),
  ];
}
