import { beforeEach, describe, expect, it } from 'vitest';
import { days, hours, later, seconds } from '../../../shared/values/clock.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { newOffice, type Office } from './workspace-driver.ts';

/** Invitations of 14 March expire at the end of 28 March in Malaysia. */
const END = new Date('2031-03-28T16:00:00.000Z');

let world: World;
let office: Office;
beforeEach(async () => {
  world = await newWorld();
  office = await newOffice(world);
});

const unknown = async () => (await office.preview('no such token')).body;

describe('the preview of an invitation', () => {
  it('says who invites, as what and until when, and never a reference', async () => {
    const { body } = await office.invite('hr_admin', office.owner, { reference: 'TM-0417' });
    const { status, body: shown } = await office.preview(body.invitationToken);
    expect([status, shown]).toEqual([
      200,
      {
        name: 'Teknologi Maju',
        workspaceKind: 'corporate',
        role: 'hr_admin',
        expiresAt: END.toISOString(),
      },
    ]);
  });

  it('needs no sign-in, and ignores one', async () => {
    const { body } = await office.invite();
    const sent = { body: { invitationToken: body.invitationToken } };
    const signedOut = await world.call('previewInvitation', sent);
    for (const headers of [{ authorization: 'Bearer nonsense' }, { authorization: 'Basic eDp5' }])
      expect(await world.call('previewInvitation', { ...sent, headers })).toMatchObject({
        status: 200,
        body: signedOut.body,
      });
  });

  it('is of the same bytes whether it was accepted, by whoever, and whatever became of the member', async () => {
    const { body } = await office.invite();
    const shown = async () => {
      const { status, body: preview } = await office.preview(body.invitationToken);
      return JSON.stringify([status, preview]);
    };
    const first = await shown();
    const seen = async () => expect(await shown()).toBe(first);
    const accountId = newAccount();
    await office.accept(accountId, body.invitationToken, { shareReference: true });
    await seen();
    await office.remove(accountId);
    await seen();
    await world.call('requestDeletion', { as: accountId });
    world.advance(hours(1));
    await seen();
  });

  it('stays while its creator can no longer give the role, and the acceptance refuses it', async () => {
    const { accountId: creator } = await office.join();
    await office.assign(creator);
    const { body } = await office.invite('hr_admin', creator);
    await office.assign(office.owner);
    expect((await office.preview(body.invitationToken)).status).toBe(200);
    expect((await office.accept(newAccount(), body.invitationToken)).body.code).toBe('invitation_revoked');
  });

  it('is that of an unknown token from its expiry on, and once it is revoked', async () => {
    const [revoked, listed, expired] = [
      (await office.invite()).body,
      (await office.invite()).body,
      (await office.invite()).body,
    ];
    await office.accept(newAccount(), listed.invitationToken);
    await office.revoke(revoked.invitation.id);
    await office.revoke(listed.invitation.id);
    for (const { invitationToken } of [revoked, listed])
      expect(await office.preview(invitationToken)).toMatchObject({ status: 404, body: await unknown() });
    world.setNow(later(END, -1));
    expect((await office.preview(expired.invitationToken)).status).toBe(200);
    world.advance(1);
    expect((await office.preview(expired.invitationToken)).body).toEqual(await unknown());
    world.advance(days(2));
    expect((await office.preview(expired.invitationToken)).body).toEqual(await unknown());
  });

  it('looks any string up', async () => {
    for (const token of ['', ' ', 'x'.repeat(5000), '../../etc/passwd', '令牌', newId()]) {
      const { status, body } = await office.preview(token);
      expect([status, body]).toEqual([404, await unknown()]);
    }
  });
});

it('does not tell an officer who polls all previews every second who joined when', async () => {
  const rows = Array.from({ length: 6 }, (_, n) => ({ role: 'member', reference: `TM-${n}` }));
  const batchId = newId();
  await office.inviteAll(rows, batchId);
  const people = rows.map(() => newAccount());
  /** Everything that the officer can ask about the links: the call again, the list, and what each link shows. */
  const look = async () => {
    const { body } = await office.inviteAll(rows, batchId);
    const previews = await Promise.all(
      body.invitations.map((issued: { invitationToken: string }) => office.preview(issued.invitationToken)),
    );
    return JSON.stringify([
      body,
      await office.invitations(),
      previews.map(({ status, body }) => [status, body]),
    ]);
  };
  const { body } = await office.inviteAll(rows, batchId);
  const first = await look();
  for (const [n, as] of people.entries()) {
    await office.accept(as, body.invitations[n].invitationToken, { shareReference: n % 2 === 0 });
    expect(await look()).toBe(first);
    world.advance(seconds(1));
    if (n === 2) await office.leave(as);
    if (n === 3) await office.remove(as);
    expect(await look()).toBe(first);
    world.advance(seconds(1));
  }
});
