import { boardPartitionsFor, type challenge, type event } from '../../shared/community/items.ts';
import { TIMEZONE } from '../../shared/values/calendar.ts';
import { days, hours } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { fixedAccount, fixedId } from './ids.ts';
import { type Field, walkers } from './participation.ts';
import type { Times } from './times.ts';

/** Exhibitions and challenges: ended, running and upcoming. */
type Event = Omit<Parameters<typeof event.stored>[0], 'memberCount' | 'challenges' | 'parentsShown'>;
type Challenge = Omit<Parameters<typeof challenge.stored>[0], 'memberCount' | 'parentsShown'>;

export const clubs = {
  runners: fixedId('club', 1),
  nightWalkers: fixedId('club', 2),
  sihat: fixedId('club', 3),
  zumba: fixedId('club', 4),
  hikers: fixedId('club', 5),
} as const;

/** The live exhibition, where 200 people take part in the step challenge. */
export const EXPO = { id: fixedId('event', 1), joinCode: 'kl-wellness-expo' } as const;
export const EXPO_CHALLENGE = fixedId('challenge', 1);

export const people = (first: number, count: number): AccountId[] =>
  Array.from({ length: count }, (_, n) => fixedAccount('participant', first + n));

export const cover = (name: string, alt: string) => ({
  url: `https://images.sihat.example/community/${name}.webp`,
  alt,
  source: 'ai_generated' as const,
});

export function eventsOf({ ago, ahead }: Times): { event: Event; attendees: readonly AccountId[] }[] {
  const shown = (daysAgo: number) => ({
    publishedAt: ago(days(daysAgo)),
    reviewedAt: ago(days(daysAgo) + hours(3)),
    version: 1,
    createdAt: ago(days(daysAgo) + hours(5)),
    updatedAt: ago(days(daysAgo)),
    timezone: TIMEZONE,
  });
  return [
    {
      event: {
        ...EXPO,
        clubId: clubs.sihat,
        title: 'KL Wellness Expo',
        summary: 'Three halls on moving, eating and sleeping well, with a step challenge for all who come.',
        coverImage: cover('kl-expo', 'Visitors in a bright hall'),
        visibility: 'public',
        ...shown(30),
        startsAt: ago(days(1)),
        endsAt: ahead(days(2)),
        venue: 'Kuala Lumpur Convention Centre, Hall 4',
        expectedAttendees: 3500,
      },
      attendees: walkers(200),
    },
    {
      event: {
        id: fixedId('event', 2),
        joinCode: 'penang-jalan-sihat',
        clubId: clubs.hikers,
        title: 'Penang Jalan Sihat',
        summary: 'A morning walk from the Esplanade to Gurney Drive and back.',
        coverImage: cover('esplanade', 'A promenade at the sea'),
        visibility: 'public',
        ...shown(12),
        startsAt: ahead(days(12)),
        endsAt: ahead(days(12) + hours(5)),
        venue: 'Padang Kota Lama, George Town',
        expectedAttendees: 800,
      },
      attendees: people(120, 31),
    },
    {
      event: {
        id: fixedId('event', 3),
        joinCode: 'johor-sihat-carnival',
        clubId: clubs.sihat,
        title: 'Karnival Sihat Johor',
        summary: 'Screenings, ginger tea and two days of walking in Johor Bahru.',
        visibility: 'public',
        ...shown(60),
        startsAt: ago(days(22)),
        endsAt: ago(days(20)),
        venue: 'Persada Johor, Johor Bahru',
        expectedAttendees: 1200,
      },
      attendees: people(101, 45),
    },
    {
      event: {
        id: fixedId('event', 4),
        joinCode: 'bangsar-night-walk',
        clubId: clubs.nightWalkers,
        title: 'Bangsar Night Walk',
        summary: 'Ten nights, the members alone.',
        visibility: 'private',
        ...shown(8),
        startsAt: ago(days(3)),
        endsAt: ahead(days(7)),
        venue: 'Bangsar, Jalan Telawi',
        expectedAttendees: 12,
      },
      attendees: people(1, 9),
    },
    {
      event: {
        id: fixedId('event', 5),
        joinCode: 'subang-zumba',
        clubId: clubs.zumba,
        title: 'Zumba Perdana Subang',
        summary: 'Announced, but reviewed by nobody yet.',
        visibility: 'public',
        version: 1,
        createdAt: ago(days(1)),
        publishedAt: ago(days(1)),
        updatedAt: ago(days(1)),
        timezone: TIMEZONE,
        startsAt: ahead(days(6)),
        endsAt: ahead(days(6) + hours(3)),
        venue: 'Taman Subang Ria',
        expectedAttendees: 60,
      },
      attendees: [],
    },
    {
      event: {
        id: fixedId('event', 6),
        joinCode: 'ipoh-sihat',
        clubId: clubs.sihat,
        title: 'Ipoh Sihat',
        summary: 'A day of walking between the old town and the limestone hills, just over.',
        visibility: 'public',
        ...shown(20),
        startsAt: ago(hours(12)),
        endsAt: ago(hours(2)),
        venue: 'Stadium Indera Mulia, Ipoh',
        expectedAttendees: 400,
      },
      attendees: people(60, 24),
    },
    {
      event: {
        id: fixedId('event', 7),
        joinCode: 'kuching-sihat',
        clubId: clubs.sihat,
        title: 'Kuching Sihat',
        summary: 'Three days along the river. The challenges are not published yet.',
        visibility: 'public',
        ...shown(5),
        startsAt: ahead(days(30)),
        endsAt: ahead(days(32)),
        venue: 'Borneo Convention Centre, Kuching',
        expectedAttendees: 900,
      },
      attendees: people(90, 6),
    },
    {
      event: {
        id: fixedId('event', 8),
        joinCode: 'melaka-sihat',
        clubId: clubs.hikers,
        title: 'Melaka Sihat',
        summary: 'A walk along the river, just opened.',
        visibility: 'public',
        ...shown(4),
        startsAt: ago(hours(1)),
        endsAt: ahead(hours(8)),
        venue: 'Dataran Pahlawan, Melaka',
        expectedAttendees: 150,
      },
      attendees: people(84, 5),
    },
  ];
}

const PHONES =
  'Steps are counted by one phone or watch, from your enrollment to the end. Langkah dikira oleh satu peranti.';

export function challengesOf({ ago, ahead }: Times): { challenge: Challenge; field: Field }[] {
  const of = (joinCode: string, event: number, clubId: string, daysAgo: number) => ({
    joinCode,
    eventId: fixedId('event', event),
    clubId,
    visibility: 'public' as const,
    metric: 'steps' as const,
    rules: PHONES,
    publishedAt: ago(days(daysAgo)),
    firstPublishedAt: ago(days(daysAgo)),
    boardPartitions: boardPartitionsFor(3500),
    reviewedAt: ago(days(daysAgo) + hours(2)),
    version: 1,
    createdAt: ago(days(daysAgo) + hours(4)),
    updatedAt: ago(days(daysAgo)),
  });
  return [
    {
      challenge: {
        ...of(EXPO.joinCode, 1, clubs.sihat, 29),
        id: EXPO_CHALLENGE,
        title: '10,000 Langkah',
        summary: 'Who walks furthest during the expo? 谁走得最远？',
        coverImage: cover('langkah', 'Shoes on a path'),
        startsAt: ago(days(1)),
        endsAt: ahead(days(2)),
        rewardEligible: true,
      },
      field: { people: walkers(200), mostSteps: 24_000 },
    },
    {
      challenge: {
        ...of(EXPO.joinCode, 1, clubs.sihat, 28),
        id: fixedId('challenge', 2),
        title: 'Hall to Hall',
        summary: 'A relay between the three halls, for the second day.',
        startsAt: ago(hours(6)),
        endsAt: ahead(days(1)),
        rewardEligible: false,
      },
      field: { people: people(40, 48), mostSteps: 9_000 },
    },
    {
      challenge: {
        ...of('penang-jalan-sihat', 2, clubs.hikers, 10),
        id: fixedId('challenge', 3),
        title: 'Bukit Bendera',
        summary: 'A hill’s worth of steps. 登顶挑战。',
        startsAt: ahead(days(12)),
        endsAt: ahead(days(12) + hours(5)),
        rewardEligible: true,
      },
      field: { people: people(120, 12), mostSteps: 0 },
    },
    {
      challenge: {
        ...of('johor-sihat-carnival', 3, clubs.sihat, 58),
        id: fixedId('challenge', 4),
        title: 'Langkah Johor',
        summary: 'Two days on foot.',
        startsAt: ago(days(22)),
        endsAt: ago(days(20)),
        rewardEligible: true,
      },
      field: { people: people(101, 40), mostSteps: 31_000 },
    },
    {
      challenge: {
        ...of('bangsar-night-walk', 4, clubs.nightWalkers, 7),
        id: fixedId('challenge', 5),
        visibility: 'private',
        title: 'Ten Nights',
        summary: 'Steps after sunset.',
        startsAt: ago(days(3)),
        endsAt: ahead(days(7)),
        rewardEligible: false,
      },
      field: { people: people(1, 9), mostSteps: 18_000 },
    },
    {
      challenge: {
        ...of('ipoh-sihat', 6, clubs.sihat, 19),
        id: fixedId('challenge', 6),
        title: 'Langkah Ipoh',
        summary: 'From the station to the hills and back. 从火车站走到山脚。',
        startsAt: ago(hours(12)),
        endsAt: ago(hours(2)),
        rewardEligible: true,
      },
      field: { people: people(60, 24), mostSteps: 26_000 },
    },
    {
      challenge: {
        ...of('melaka-sihat', 8, clubs.hikers, 3),
        id: fixedId('challenge', 7),
        title: 'Sungai Melaka',
        summary: 'Nobody has enrolled yet.',
        startsAt: ago(hours(1)),
        endsAt: ahead(hours(8)),
        rewardEligible: false,
      },
      field: { people: [], mostSteps: 0 },
    },
  ];
}
