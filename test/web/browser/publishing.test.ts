import { describe, expect, it } from 'vitest';
import { type Published, publishAll } from '../../../shared/community/publishing.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../../shared/values/limits.ts';
import type { Campaign, Exhibition } from '../../../web/desk/api.ts';
import {
  isDraft,
  leftOf,
  mayBeInterrupted,
  obstacleOf,
  type ToPublish,
  wholePlan,
} from '../../../web/desk/platform/halls/publishing.ts';

const NOW = '2026-11-28T06:00:00.000Z';

interface Given {
  readonly code: string;
  readonly startsAt?: string;
  readonly phase?: string;
  readonly challenges?: number;
  readonly campaigns?: number;
  readonly problems?: readonly string[];
  readonly redeemBy?: string;
}

const later = '2026-12-31T00:00:00.000Z';

function given({ code, startsAt = NOW, phase = 'draft', challenges = 1, campaigns = 0, ...more }: Given) {
  const exhibition = {
    event: { id: `id of ${code}`, joinCode: code, startsAt },
    ...{ phase, problems: more.problems ?? [], challenges: { draft: challenges, published: 0 } },
  } as unknown as Exhibition;
  const drafts = Array.from({ length: campaigns }, (_, n) => ({
    ...{ id: `${code}-${n}`, eventId: exhibition.event.id, title: `Gift ${n}` },
    ...{ endsAt: later, redeemBy: more.redeemBy ?? later },
  })) as unknown as Campaign[];
  return { exhibition, drafts };
}

const leftIn = (wanted: Given): ToPublish | undefined => {
  const { exhibition, drafts } = given(wanted);
  return leftOf(exhibition, drafts);
};
const left = (wanted: Given): ToPublish => {
  const found = leftIn(wanted);
  if (!found) throw new Error('Nothing is left.');
  return found;
};

describe('what there is to publish', () => {
  it('is a draft, and what is a draft in a published exhibition', () => {
    expect(isDraft(left({ code: 'a' }))).toBe(true);
    expect(leftIn({ code: 'a', phase: 'live', challenges: 0 })).toBeUndefined();
    expect(isDraft(left({ code: 'a', phase: 'live', challenges: 1 }))).toBe(false);
    expect(leftIn({ code: 'a', phase: 'ended', campaigns: 1 })).toBeUndefined();
    expect(leftIn({ code: 'a', phase: 'cancelled' })).toBeUndefined();
  });

  it('may be left by an interruption only if nothing but campaigns is left', () => {
    expect(mayBeInterrupted(left({ code: 'a', phase: 'live', challenges: 0, campaigns: 1 }))).toBe(true);
    expect(mayBeInterrupted(left({ code: 'a', phase: 'live', challenges: 1, campaigns: 1 }))).toBe(false);
    expect(mayBeInterrupted(left({ code: 'a', challenges: 0, campaigns: 1 }))).toBe(false);
  });

  it('names what is in the way', () => {
    expect(obstacleOf(left({ code: 'a' }), NOW)).toBeUndefined();
    expect(obstacleOf(left({ code: 'a', problems: ['has_ended'] }), NOW)).toEqual({ name: 'has_ended' });
    expect(obstacleOf(left({ code: 'a', campaigns: 2, redeemBy: NOW }), NOW)).toEqual({
      name: 'gift_over',
      title: 'Gift 0',
      at: NOW,
    });
  });

  it('is published by start, and leaves out gifts beyond the most that can be published', () => {
    const [early, late, small] = [
      left({ code: 'early', startsAt: '2026-12-01T00:00:00.000Z', campaigns: 3 }),
      left({ code: 'late', startsAt: '2026-12-03T00:00:00.000Z', campaigns: 3 }),
      left({ code: 'small', startsAt: '2026-12-04T00:00:00.000Z', campaigns: 1 }),
    ];
    const plan = wholePlan([small, late, early], MAX_PUBLISHED_CAMPAIGNS - 4, NOW);
    expect(plan.ready).toEqual([early, small]);
    expect(plan.leftOut).toEqual([{ of: late, why: { name: 'too_many' } }]);
    expect(plan.campaignsThen).toBe(MAX_PUBLISHED_CAMPAIGNS);
  });
});

describe('publishing many', () => {
  const NOBODY = 'no answer';

  /** @param ends how the exhibition of a code ends; by default it is published */
  async function published(codes: readonly string[], ends: Readonly<Record<string, string>> = {}) {
    const sent: string[] = [];
    const outcomes: Published<string>[] = [];
    const send = (what: string) => async (id: string) => {
      sent.push(`${what} ${id}`);
      const end = ends[id];
      if (end !== undefined) throw new Error(end);
    };
    await publishAll<string>(
      {
        planOf: (code) => ({ challenges: [`${code}-steps`], campaigns: [`${code}-gift`] }),
        publishChallenge: send('challenge'),
        publishEvent: send('event'),
        publishCampaign: send('campaign'),
      },
      codes,
      {
        outcomeOf: (error) => {
          const { message } = error as Error;
          return { name: message === NOBODY ? 'unknown' : 'refused', refusal: message };
        },
        onOutcome: (outcome) => outcomes.push(outcome),
      },
    );
    return { sent, of: (code: string) => outcomes.find(({ joinCode }) => joinCode === code)?.outcome };
  }

  it('publishes the challenges, the exhibition, and then the campaigns', async () => {
    const { sent, of } = await published(['a']);
    expect(sent).toEqual(['challenge a-steps', 'event a', 'campaign a-gift']);
    expect(of('a')).toEqual({ name: 'published' });
  });

  it('ends an exhibition with its refusal, and goes on with the others', async () => {
    const { sent, of } = await published(['a', 'b', 'c', 'd'], { a: 'no such exhibition' });
    expect(of('a')).toEqual({ name: 'refused', refusal: 'no such exhibition' });
    expect(sent).not.toContain('campaign a-gift');
    expect(of('d')).toEqual({ name: 'published' });
  });

  it('begins nothing more after a request without an answer', async () => {
    const codes = Array.from({ length: 9 }, (_, n) => `x${n}`);
    const { sent, of } = await published(codes, { 'x0-steps': NOBODY });
    expect(of('x0')).toEqual({ name: 'unknown', refusal: NOBODY });
    expect(of('x8')).toEqual({ name: 'not_sent' });
    // The other two lanes end what they have begun.
    expect(sent.filter((what) => what.startsWith('event'))).toEqual(['event x1', 'event x2']);
  });
});
