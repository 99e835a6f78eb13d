import { minutes } from '../../../shared/values/clock.ts';
import { MAX_STEPS_A_MINUTE } from '../../../shared/values/limits.ts';
import { publishedChallenge } from '../../end-to-end/journeys/fixtures.ts';
import { newTown, type Person, type Town } from '../../end-to-end/journeys/platform-under-test.ts';

/** An exhibition with participants, on its own platform. */
export type Hall = Awaited<ReturnType<typeof newHall>>;

export async function newHall() {
  const town = await newTown();
  const admin = await town.firstAdmin();
  return { town, admin, ...(await exhibition(town, admin)) };
}

async function exhibition(town: Town, admin: Person) {
  const times = { startsAt: town.moment(-1), endsAt: town.moment(30) };
  const { event, code, challenge } = await publishedChallenge(admin, times);
  const inChallenge = { params: { id: challenge.id } };
  const measuredAt = async () => (await town.now()).toISOString();
  return {
    event,
    code,
    challenge,
    times,
    /** Adds a participant who consents to the display, after as much time as the steps take. */
    async walker(alias: string, steps = 0) {
      const person = town.person();
      await person.does('enroll', { ...inChallenge, body: { alias, sharePublicDisplay: true } });
      const walks = async (total: number) => {
        const body = { steps: total, measuredAt: await measuredAt() };
        return person.does('reportSteps', { ...inChallenge, body });
      };
      if (steps > 0) {
        await town.passes(minutes(Math.ceil(steps / MAX_STEPS_A_MINUTE)));
        await walks(steps);
      }
      const leavesTheDisplay = () =>
        person.does('changeEnrollment', { ...inChallenge, body: { sharePublicDisplay: false } });
      return { person, walks, leavesTheDisplay };
    },
    /** Adds another challenge. */
    async challengeCalled(title: string) {
      const words = { title, summary: '', rules: 'Jalan sahaja.', rewardEligible: false };
      const { id } = await admin.does('createChallenge', { params: { code }, body: { ...words, ...times } });
      await admin.does('publishChallenge', { params: { id } });
      return id;
    },
    /** Renames the exhibition. */
    async isCalled(title: string) {
      const found = await admin.does('getPlatformEvent', { params: { code } });
      const { version } = found.event;
      const { summary, timezone, venue, expectedAttendees } = event;
      await admin.does('updateEvent', {
        params: { code },
        body: { ...times, title, summary, timezone, venue, expectedAttendees, version },
      });
    },
  };
}
