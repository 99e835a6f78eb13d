import { clubMembership } from '../../shared/community/participation.ts';
import { minutes } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { newOffice, type Office } from '../functions/analytics/workspace-driver.ts';
import { givenPractitioner, recordBody } from '../given/clinical.ts';
import { givenChallenge, givenClub, givenEvent, givenMember } from '../given/community.ts';
import { givenCampaign } from '../given/rewards.ts';
import { newAccount, newId, type World } from '../support/world.ts';

/** A town with one officer, who is everything at once, and with people who meet this officer everywhere. */
export interface Town {
  readonly officer: AccountId;
  /** The ids of the workspaces: the company and the merchant. */
  readonly workspaces: readonly string[];
  readonly company: string;
  readonly merchant: string;
  readonly clubs: readonly string[];
  /** The code of the exhibition, and the id of its challenge. */
  readonly code: string;
  readonly challenge: string;
  /** What people have claimed at the merchant so far. */
  readonly claims: readonly string[];
  /** The access requests between the officer and other people so far, and those of them in which the officer reads. */
  readonly accessRequests: readonly string[];
  readonly ofPatients: readonly string[];
}

interface Person {
  readonly id: AccountId;
  readonly name: string;
}

/** The milliseconds between two acts. Everybody acts at a time of their own, so that equal instants are those of one act. */
export const BETWEEN_ACTS = 1_013;

/** Creates the town. @returns it, and how a person does everything there */
export async function newTown(world: World) {
  const act = async (...sent: Parameters<World['call']>) => {
    world.advance(BETWEEN_ACTS);
    const answer = await world.call(...sent);
    if (answer.status >= 300) throw new Error(`${sent[0]} was refused: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const offices = [await newOffice(world), await newOffice(world, 'merchant')] as const;
  const officer = newAccount();
  for (const office of offices) await office.assign(officer);
  const clubs = [
    await givenClub(world, { ownerId: officer }),
    await givenClub(world, { ownerId: officer, visibility: 'private' }),
  ] as const;
  for (const club of clubs) await givenMember(world, club, 'owner');
  const event = await givenEvent(world, clubs[0]);
  const challenge = await givenChallenge(world, event);
  const until = '2031-03-20T00:00:00.000Z';
  const ends = { endsAt: until, redeemBy: until };
  const campaign = await givenCampaign(world, { merchantTenantId: offices[1].id, units: [10], ...ends });
  await givenPractitioner(world, { accountId: officer });
  await act('joinEvent', { as: officer, params: { code: event.joinCode } });
  const board = { alias: 'Pegawai', shareLeaderboard: true, sharePublicDisplay: true };
  await act('enroll', { as: officer, params: { id: challenge.id }, body: board });

  const happened: Record<'claims' | 'accessRequests' | 'ofPatients', string[]> = {
    claims: [],
    accessRequests: [],
    ofPatients: [],
  };
  const town: Town = {
    officer,
    workspaces: offices.map(({ id }) => id),
    company: offices[0].id,
    merchant: offices[1].id,
    clubs: clubs.map(({ id }) => id),
    code: event.joinCode,
    challenge: challenge.id,
    ...happened,
  };

  /** A person joins the company and the merchant with a reference, and shares a certificate. */
  async function works({ id }: Person, n: number) {
    const [company, merchant] = offices;
    const join = async (office: Office, role: 'member' | 'staff', reference: string) => {
      world.advance(BETWEEN_ACTS);
      const { invitationToken } = (await office.invite(role, officer, { reference })).body;
      await act('acceptInvitation', { as: id, body: { invitationToken, shareReference: n === 0 } });
    };
    await join(company, 'member', `TM-041${n}`);
    await join(merchant, 'staff', `KS-071${n}`);
    world.advance(BETWEEN_ACTS);
    const request = await company.file(id, `2031-04-1${n}`);
    world.advance(BETWEEN_ACTS);
    if (n !== 2) await company.decide(n === 0 ? 'approve' : 'reject', id, request.id, officer);
    if (n !== 1) return;
    world.advance(BETWEEN_ACTS);
    await company.leave(id);
    await join(company, 'member', 'TM-0499');
  }

  async function joins({ id, name }: Person, n: number) {
    for (const [k, { id: clubId }] of clubs.entries()) {
      const params = { id: clubId };
      const { status } = await act('joinClub', { as: id, params, body: { knownAs: `${name} ${k}` } });
      if (status !== 'requested' || n === 1) continue;
      const memberId = await clubMemberOf(world, clubId, id);
      await act('approveClubMember', { as: officer, params: { ...params, memberId } });
    }
  }

  async function walks({ id: as, name }: Person) {
    const params = { id: challenge.id };
    await act('joinEvent', { as, params: { code: event.joinCode } });
    const body = { alias: `Si ${name.slice(0, 5)}`, shareLeaderboard: true, sharePublicDisplay: true };
    await act('enroll', { as, params, body });
    world.advance(minutes(20));
    const measuredAt = world.now().toISOString();
    await act('reportSteps', { as, params, body: { steps: 500 + name.length, measuredAt } });
  }

  async function claims({ id: as }: Person) {
    const claimId = newId();
    await act('reserveReward', { as, params: { campaignId: campaign.id }, body: { claimId } });
    await act('redeemClaim', { as: officer, params: { claimId }, body: { redemptionId: newId() } });
    happened.claims.push(claimId);
  }

  /** The officer visits the person as a patient, and the person visits the officer. */
  async function visits({ id, name }: Person) {
    await givenPractitioner(world, { accountId: id, name: `Dr ${name}` });
    for (const [patient, practitioner] of [
      [id, officer],
      [officer, id],
    ] as const) {
      const { token } = await act('issueQrToken', { as: patient });
      const request = await act('createAccessRequest', { as: practitioner, body: { token } });
      const params = { id: request.id };
      await act('approveAccessRequest', { as: patient, params });
      await act('addRecord', { as: practitioner, params, body: recordBody });
      happened.accessRequests.push(request.id);
      if (practitioner === officer) happened.ofPatients.push(request.id);
    }
  }

  return {
    town,
    /** A person does everything. The states of people with different numbers differ. */
    async lives(person: Person, n: number) {
      await works(person, n);
      await joins(person, n);
      await walks(person);
      await claims(person);
      await visits(person);
    },
  };
}

/** The id of a membership in a club. */
export const clubMemberOf = async (world: World, clubId: string, accountId: AccountId): Promise<string> =>
  clubMembership.parse((await world.item(clubMembership.key({ accountId, clubId }))) ?? {}).memberId;
