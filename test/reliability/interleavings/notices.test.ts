import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { job as deliverNotices } from '../../../functions/deletion/notices/deliver-notices.ts';
import { notice, noticesOf } from '../../../shared/notices/items.ts';
import { minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenClub, givenMember } from '../../given/community.ts';
import { call, forEachSeed, LONG, newRaceWorld, RUNS } from '../../support/seeded-races.ts';
import { newAccount, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newRaceWorld();
});

const toldTo = async (account: AccountId) =>
  (await world.freshTable().query(noticesOf(account)))
    .filter(({ sk }) => String(sk).startsWith('AT#'))
    .map(notice.parse);
/** The erasure and the delivery run until they find nothing more. */
async function drain(): Promise<void> {
  world.advance(minutes(3));
  await world.run(eraseAccounts);
  await world.run(deliverNotices);
}

describe('in any order of the calls to the database', () => {
  it('an act of a member does not wait for the owner, whose notices go with the account', LONG, async () => {
    await forEachSeed(world, RUNS, async (play, random) => {
      const club = await givenClub(world, { visibility: 'private' });
      await givenMember(world, club, 'owner');
      const as = newAccount();
      const { answers } = await play({
        close: () => call(world, 'requestDeletion', { as: club.ownerId }),
        join: () => call(world, 'joinClub', { as, params: { id: club.id }, body: {} }),
        ...(random() < 0.5 && { deliver: () => world.run(deliverNotices) }),
      });
      // Nobody checks the owner's account, so the request to join is never refused for it.
      expect([answers.close.done, answers.join.done]).toEqual([true, true]);
      await drain();
      expect(await toldTo(club.ownerId)).toEqual([]);
    });
  });
});
