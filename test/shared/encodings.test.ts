import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contracts } from '../../functions/contracts.ts';
import { displayRank } from '../../shared/community/boards.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { claim, lapsedClaims, lapsedUntil } from '../../shared/rewards/items.ts';
import { cursors } from '../../shared/table/cursor.ts';
import { epochSeconds } from '../../shared/table/item.ts';
import {
  datesOf,
  daysIn,
  endOfDay,
  isCalendarDate,
  malaysianDate,
  overlapDays,
  startOfDay,
} from '../../shared/values/calendar.ts';
import { AccountId } from '../../shared/values/resources.ts';
import { utcTime } from '../../shared/values/rfc3339.ts';

const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
const date = instant.map((moment) => moment.toISOString().slice(0, 10));

describe('the Malaysian calendar', () => {
  const malaysian = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' });

  it("agrees with the time-zone database about any instant's date", () => {
    fc.assert(
      fc.property(instant, (moment) => {
        expect(malaysianDate(moment)).toBe(malaysian.format(moment));
      }),
    );
  });

  it('begins each day where the one before it ended, and neither instant is in both', () => {
    fc.assert(
      fc.property(date, (day) => {
        expect(malaysianDate(startOfDay(day))).toBe(day);
        expect(malaysianDate(new Date(endOfDay(day).getTime() - 1))).toBe(day);
        expect(malaysianDate(endOfDay(day))).not.toBe(day);
        expect(startOfDay(malaysianDate(endOfDay(day)))).toEqual(endOfDay(day));
      }),
    );
  });

  it('counts and lists the days of a period alike', () => {
    fc.assert(
      fc.property(date, fc.nat(800), (from, n) => {
        const to = new Date(Date.parse(from) + n * 86_400_000).toISOString().slice(0, 10);
        const dates = datesOf({ from, to });
        expect(daysIn({ from, to })).toBe(n + 1);
        expect(dates).toHaveLength(n + 1);
        expect([dates[0], dates.at(-1)]).toEqual([from, to]);
        expect(dates.toSorted()).toEqual(dates);
        expect(dates.every(isCalendarDate)).toBe(true);
        expect(overlapDays({ from, to }, { from, to })).toBe(n + 1);
      }),
    );
    expect(datesOf({ from: '2031-03-02', to: '2031-03-01' })).toEqual([]);
  });

  it('overlaps in as many days as both periods list', () => {
    const period = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => {
      const at = (n: number) => new Date(Date.UTC(2031, 1, 10 + n)).toISOString().slice(0, 10);
      return { from: at(Math.min(a, b)), to: at(Math.max(a, b)) };
    });
    fc.assert(
      fc.property(period, period, (a, b) => {
        const shared = datesOf(a).filter((day) => datesOf(b).includes(day));
        expect(overlapDays(a, b)).toBe(shared.length);
      }),
    );
  });

  it.each([
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '0000-01-01',
    '',
    'today',
  ])('has no day %j', (text) => expect(isCalendarDate(text)).toBe(false));
  it.each(['2028-02-29', '2000-02-29', '2026-12-31', '9999-12-31'])('has the day %s', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });
});

describe('a time of RFC 3339', () => {
  it.each([
    ['2026-11-22T11:00:00Z', '2026-11-22T11:00:00.000Z'],
    ['2026-11-22T11:00:00.123456Z', '2026-11-22T11:00:00.123Z'],
    ['2026-11-22T11:00:00.999999999Z', '2026-11-22T11:00:00.999Z'],
    ['2026-11-22T11:00:00.5Z', '2026-11-22T11:00:00.500Z'],
    ['2026-11-22T19:00:00+08:00', '2026-11-22T11:00:00.000Z'],
    ['2026-11-22T11:00:00+00:00', '2026-11-22T11:00:00.000Z'],
    ['2026-11-22T11:00:00-00:00', '2026-11-22T11:00:00.000Z'],
    ['2026-11-22t11:00:00z', '2026-11-22T11:00:00.000Z'],
    ['2026-12-31T20:30:00-09:30', '2027-01-01T06:00:00.000Z'],
    ['2028-02-29T23:59:59.999+23:59', '2028-02-29T00:00:59.999Z'],
    ['0100-01-01T00:00:00Z', '0100-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, utc) => expect(utcTime(text)).toBe(utc));

  it.each([
    '2026-11-22T23:59:60Z',
    '2026-11-22T24:00:00Z',
    '2026-11-22T11:60:00Z',
    '2026-02-30T00:00:00Z',
    '2026-11-22T11:00:00',
    '2026-11-22T11:00Z',
    '2026-11-22 11:00:00Z',
    '2026-11-22',
    '20261122T110000Z',
    '2026-11-22T11:00:00.Z',
    '2026-11-22T11:00:00.0123456789Z',
    '2026-11-22T11:00:00,5Z',
    '2026-11-22T11:00:00+0800',
    '2026-11-22T11:00:00+8:00',
    '2026-11-22T11:00:00+24:00',
    '0000-12-31T23:00:00Z',
    '9999-12-31T23:59:59-00:01',
    '+002026-11-22T11:00:00Z',
    '2026-11-22T11:00:00Z\n',
    ' 2026-11-22T11:00:00Z',
    '',
  ])('is not %j', (text) => expect(utcTime(text)).toBeUndefined());
});

describe('keys', () => {
  it('sort ranks by more steps, then the earlier measurement', () => {
    const rank = fc.record({
      steps: fc.nat(9_999_999),
      measuredAt: instant.map((moment) => moment.toISOString()),
    });
    fc.assert(
      fc.property(rank, rank, (a, b) => {
        const key = (of: typeof a) =>
          displayRank.key({ ...of, challengeId: 'c', partition: 0, participantId: 'p' }).sk;
        const expected =
          b.steps - a.steps || (a.measuredAt < b.measuredAt ? -1 : a.measuredAt > b.measuredAt ? 1 : 0);
        const got = key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
        expect(Math.sign(got)).toBe(Math.sign(expected));
      }),
    );
  });

  it('tell an expired claim from a live one at the very millisecond, in both of its lists', () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: -3, max: 3 }),
        fc.uuid(),
        fc.uuid(),
        (now, difference, id, account) => {
          const expiresAt = new Date(now.getTime() + difference).toISOString();
          const { gsi1sk, gsi2sk } = claim.stored({
            id,
            accountId: AccountId.parse(account),
            campaignId: id,
            merchantTenantId: id,
            deliveryKind: 'physical_gift',
            status: 'reserved',
            reservedAt: expiresAt,
            expiresAt,
            shard: 0,
          });
          const { from, to } = lapsedClaims({ campaignId: id, shard: 0 }, now);
          expect(String(gsi1sk) >= from && String(gsi1sk) <= to).toBe(difference <= 0);
          expect(String(gsi2sk) <= lapsedUntil(now).to).toBe(difference <= 0);
        },
      ),
    );
  });

  it('keep any 8-4-4-4-12 hexadecimal id, in lower case, and nothing that could leave its key', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [1, 4, 7, 15] }), (id) => {
        expect(AccountId.parse(id.toUpperCase())).toBe(id.toLowerCase());
      }),
    );
    for (const bad of [
      '',
      'x',
      '00000000-0000-0000-0000-00000000000#',
      '00000000-0000-0000-0000-000000000000#',
      ' 00000000-0000-0000-0000-000000000000',
    ]) {
      expect(AccountId.safeParse(bad).success).toBe(false);
    }
  });

  it('carry a ttl in whole seconds, never before the moment itself', () => {
    fc.assert(
      fc.property(instant, (time) => {
        const seconds = epochSeconds(time);
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds * 1000).toBeGreaterThanOrEqual(time.getTime());
        expect(seconds * 1000 - time.getTime()).toBeLessThan(1000);
      }),
    );
  });
});

describe('a cursor', () => {
  const { seal, open } = cursors('a secret of this stage');
  const list = ['listClaims', 'account'];

  it('opens for the list and caller that it was made for, and shows no key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (sortKey) => {
        const cursor = seal(list, sortKey);
        expect(open(list, cursor)).toBe(sortKey);
        expect(cursor).toMatch(/^[\w-]+$/);
        if (sortKey.length > 4)
          expect(Buffer.from(cursor, 'base64url').toString('utf8')).not.toContain(sortKey);
      }),
    );
  });

  it('opens for nothing else: not foreign, forged, cut, lengthened or from another stage', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (sortKey, position, change) => {
          const cursor = seal(list, sortKey);
          expect(open(['listClaims', 'another'], cursor)).toBeUndefined();
          expect(open(['listRecords', 'account'], cursor)).toBeUndefined();
          expect(open(['listClaimsaccount'], cursor)).toBeUndefined();
          expect(cursors('another secret').open(list, cursor)).toBeUndefined();
          const bytes = Buffer.from(cursor, 'base64url');
          const at = position % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ change;
          expect(open(list, bytes.toString('base64url'))).toBeUndefined();
          expect(open(list, cursor.slice(0, position % cursor.length))).toBeUndefined();
          expect(open(list, `${cursor}=`)).toBeUndefined();
          expect(open(list, `${cursor}AAAA`)).toBeUndefined();
        },
      ),
    );
    expect(open(list, '')).toBeUndefined();
  });
});

describe('contracts', () => {
  it('are listed under their own operation id, each with a path of its own', () => {
    const all: [string, Contract][] = Object.entries(contracts);
    for (const [id, { operationId }] of all) expect(operationId).toBe(id);
    const routes = all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(routes).size).toBe(routes.length);
  });
});
