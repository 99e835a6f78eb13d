import { describe, expect, it } from 'vitest';
import { attendeesOf, enrolledIn } from '../../shared/community/participation.ts';
import { spreadOf, spreads } from '../../shared/table/spread.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenParticipant,
} from '../given/community.ts';
import { newAccount, newWorld } from '../support/world.ts';

describe('a list that is spread by account', () => {
  it('fills 16 partitions evenly, even when all digits of the ids but one are fixed', () => {
    expect(spreads).toHaveLength(16);
    const digits = [...'0123456789abcdef'];
    for (const idOf of [
      (digit: string) => `${digit}4d8f4a8-70d1-70aa-b5c6-000000000000`,
      (digit: string) => `94d8f4a8-70d1-70aa-b5c6-00000000000${digit}`,
    ]) {
      expect(new Set(digits.map(idOf).map(spreadOf))).toEqual(new Set(spreads));
    }
  });

  it('lists all attendees of an exhibition and all enrollments in a challenge, and no others', async () => {
    const world = await newWorld();
    const club = await givenClub(world);
    const [event, other] = [await givenEvent(world, club), await givenEvent(world, club)];
    const [challenge, another] = [await givenChallenge(world, event), await givenChallenge(world, event)];
    const accounts = Array.from({ length: 20 }, newAccount);
    for (const [n, accountId] of accounts.entries()) {
      await givenAttendee(world, event, accountId);
      await givenParticipant(world, challenge, { accountId, alias: `Pejalan ${n}` });
    }
    await givenAttendee(world, other);
    await givenParticipant(world, another);
    for (const lists of [attendeesOf(event.joinCode), enrolledIn(challenge.id)]) {
      const items = (await Promise.all(lists.map((list) => world.table.query(list)))).flat();
      expect(items.map(({ accountId }) => accountId).sort()).toEqual(accounts.toSorted());
    }
  });
});
