import { afterAll, describe, expect, it } from 'vitest';
import { minutes, seconds } from '../../../shared/values/clock.ts';
import { inEachLanguage } from '../../../shared/values/languages.ts';
import { SIGNED_OUT_CACHE_SECONDS } from '../../../shared/values/limits.ts';
import {
  draftCampaign,
  newWorkspace,
  publishedChallenge,
  reserves,
  verifiedPractitioner,
} from './fixtures.ts';
import { newTown, SOON } from './platform-under-test.ts';

const town = await newTown();
afterAll(town.leave);
const first = await town.firstAdmin();
const second = town.person();
const { moment } = town;
const times = { startsAt: moment(-1), endsAt: moment(30) };
const administrator = (accountId: string) => ({ accountId, since: expect.stringMatching(/^\d{4}-.+Z$/) });
const titlesOf = (all: readonly { title: string }[]) => all.map(({ title }) => title);

describe("an administrator's first day", { shuffle: false }, () => {
  it('starts alone, until a second administrator is added', async () => {
    const colleague = { params: { accountId: second.id } };
    expect(await second.isRefused('listWorkspaces')).toBe('not_platform_admin');
    const remembered = { signIn: 'refresh' };
    const yesterday = first.with(await first.token(remembered));
    expect(await yesterday.isRefused('grantAdministrator', colleague)).toBe('fresh_session_required');
    await first.does('grantAdministrator', colleague);
    expect((await second.does('listAdministrators')).administrators).toEqual(
      [first.id, second.id].sort().map(administrator),
    );
  });

  it('includes creating workspaces for a company and a merchant, whose owners find them', async () => {
    for (const kind of ['corporate', 'merchant'] as const) {
      const owner = town.person();
      const { id } = await newWorkspace(first, kind, owner);
      expect((await owner.does('listOwnWorkspaces')).workspaces).toMatchObject([
        { workspaceId: id, workspaceKind: kind, role: 'owner' },
      ]);
    }
    expect((await second.does('listWorkspaces')).workspaces).toHaveLength(2);
  });

  it('includes verifying a practitioner, with a fresh password session', async () => {
    const token = await first.token();
    await town.passes(minutes(17));
    const stale = first.with(token);
    const params = { accountId: second.id };
    expect(await stale.isRefused('withdrawVerification', { params })).toBe('fresh_session_required');
    const doctor = await verifiedPractitioner(town, first);
    const body = { token: (await town.person().does('issueQrToken')).token };
    const { practitioner } = await doctor.does('createAccessRequest', { body });
    expect(practitioner.id).toBe(doctor.practitionerId);
    const query = { practitionerId: practitioner.id };
    expect((await first.does('listVerifications', { query })).practitioners).toMatchObject([
      { accountId: doctor.id, name: 'Dr Aminah' },
    ]);
  });

  it('includes drafting and publishing a complete onboarding flow', async () => {
    const slide = (text: string) => ({
      id: 'selamat-datang',
      title: inEachLanguage(text),
      body: { ...inEachLanguage('Selamat datang'), 'zh-Hans-MY': text && '欢迎' },
      image: { url: 'https://example.com/a.png', alt: inEachLanguage('') },
    });
    const definition = (text: string) => ({ name: 'Langkah pertama', slides: [slide(text)] });
    const draft = await first.does('createOnboardingDraft', { body: { definition: definition('') } });
    const params = { id: draft.id };
    const refused = await first.asks('publishOnboardingFlow', { params });
    expect([refused.status, refused.body.code, refused.body.issues?.length]).toEqual([
      400,
      'invalid_request',
      4,
    ]);
    expect(await town.visitor.isRefused('currentOnboarding')).toBe('nothing_published');

    const body = { definition: definition('Sihat'), version: 1 };
    await first.does('updateOnboardingDraft', { params, body });
    expect(await second.isRefused('updateOnboardingDraft', { params, body })).toBe('version_conflict');
    await second.does('publishOnboardingFlow', { params });
    expect(await town.visitor.does('currentOnboarding')).toMatchObject({
      id: draft.id,
      status: 'published',
      definition: body.definition,
    });
  });

  it('includes asking questions, which people answer until the flow is replaced', async () => {
    const question = {
      id: 'minat',
      prompt: inEachLanguage('Minat?'),
      kind: 'single' as const,
      maxSelections: 1,
      options: ['jalan', 'lari'].map((id) => ({ id, label: inEachLanguage(id) })),
    };
    const publish = async () => {
      const { definition } = await town.visitor.does('currentOnboarding');
      const body = { definition: { ...definition, questions: [question] } };
      const { id, version } = await first.does('createOnboardingDraft', { body });
      await first.does('publishOnboardingFlow', { params: { id } });
      return { flowId: id, version };
    };
    const person = town.person();
    const flow = await publish();
    const choosing = (optionId: string) => ({
      body: { ...flow, answers: [{ questionId: 'minat', optionIds: [optionId] }] },
    });
    expect(await person.isRefused('saveOnboardingAnswers', choosing('tidur'))).toBe('invalid_request');
    expect(await person.isRefused('getOnboardingAnswers')).toBe('no_answers');
    await person.does('saveOnboardingAnswers', choosing('jalan'));
    const changed = await person.does('saveOnboardingAnswers', choosing('lari'));
    await publish();
    expect(await person.isRefused('saveOnboardingAnswers', choosing('jalan'))).toBe('flow_changed');
    expect(await person.does('getOnboardingAnswers')).toEqual(changed);
    expect(await first.isRefused('getOnboardingAnswers')).toBe('no_answers');
  });

  it('includes publishing a club with an exhibition, a challenge and a campaign', async () => {
    const { event, code, challenge } = await publishedChallenge(first, times);
    const found = await town.visitor.does('findEvent', { params: { code } });
    expect(found.challenges).toMatchObject([{ id: challenge.id, memberCount: 0 }]);
    const merchant = (await first.does('listWorkspaces')).workspaces.find(
      ({ workspaceKind }) => workspaceKind === 'merchant',
    );
    if (!merchant) throw new Error('there is no merchant');
    const input = { ...times, merchantTenantId: merchant.id, eventId: event.id, stockUnits: 2 };
    const { id: campaignId } = await draftCampaign(first, input);
    const visitor = town.person();
    expect(await visitor.isRefused(...reserves(campaignId))).toBe('campaign_not_found');
    await first.does('publishCampaign', { params: { campaignId } });
    expect(await visitor.does(...reserves(campaignId))).toMatchObject({ status: 'reserved' });
    await expect
      .poll(() => town.visitor.does('listEventCampaigns', { params: { code } }), SOON)
      .toMatchObject({ campaigns: [{ availableStock: 1 }] });
  });

  it('includes reviewing a founded club before anyone sees it', async () => {
    const owner = town.person();
    const words = { title: 'Menang Cepat', summary: '' };
    const club = await owner.does('createClub', { body: { ...words, visibility: 'public' } });
    const params = { id: club.id };
    const waiting = async () =>
      titlesOf((await first.does('listPlatformClubs', { query: { state: 'unreviewed' } })).clubs);
    const seen = async () => titlesOf((await town.visitor.does('listCommunity')).clubs);
    expect([await waiting(), await seen()]).toEqual([['Menang Cepat'], ['Kelab Larian Titiwangsa']]);

    const rejection = { decision: 'rejected', reason: 'Nama menyesatkan', version: 1 } as const;
    await first.does('reviewClub', { params, body: rejection });
    const [rejected] = (await owner.does('listOwnCommunity')).clubs;
    if (!rejected) throw new Error('the club is not its owner’s any more');
    expect(rejected).toMatchObject({ state: 'rejected', rejectionReason: 'Nama menyesatkan' });
    const rewritten = { ...words, title: 'Jalan Santai', published: true, version: rejected.version };
    const { version } = await owner.does('updateClub', { params, body: rewritten });
    const approval = { decision: 'approved', version } as const;
    expect(await first.isRefused('reviewClub', { params, body: { ...approval, version: 1 } })).toBe(
      'version_conflict',
    );
    await first.does('reviewClub', { params, body: approval });
    // Public lists may be a few seconds old.
    await town.passes(seconds(SIGNED_OUT_CACHE_SECONDS));
    expect([await waiting(), (await seen()).sort()]).toEqual([
      [],
      ['Jalan Santai', 'Kelab Larian Titiwangsa'],
    ]);
  });

  it('is in the log of acts, which each of the two reads', async () => {
    const { acts } = await second.does('listAdministratorActs', { query: { administratorId: first.id } });
    expect(acts.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['grantAdministrator', 'createWorkspace', 'verifyPractitioner', 'reviewClub']),
    );
    const { acts: grants } = await first.does('listAdministratorActs', { query: { subject: second.id } });
    expect(grants).toMatchObject([{ operation: 'grantAdministrator', administratorId: first.id }]);
    const { acts: appointed } = await second.does('listAdministratorActs', { query: { subject: first.id } });
    expect(appointed).toMatchObject([{ operation: 'createPlatformClub' }, { operation: 'first-admin' }]);
  });

  it('ends when the other revokes the role, whatever the token says', async () => {
    const token = await first.token();
    expect(await first.isRefused('revokeAdministrator', { params: { accountId: first.id } })).toBe(
      'own_role',
    );
    await second.does('revokeAdministrator', { params: { accountId: first.id } });
    expect(await first.with(token).isRefused('listWorkspaces')).toBe('not_platform_admin');
    expect((await second.does('listAdministrators')).administrators).toEqual([administrator(second.id)]);
  });

  it('can start again for another account from the shell after the last administrator has left', async () => {
    await second.does('requestDeletion');
    const third = await town.firstAdmin();
    expect((await third.does('listAdministrators')).administrators).toEqual([administrator(third.id)]);
  });
});
