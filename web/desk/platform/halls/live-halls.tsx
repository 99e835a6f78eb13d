import type { Exhibition } from '../../api.ts';
import { useLanguage } from '../../parts.tsx';
import { State } from '../parts.tsx';
import { numeral, usePlatform } from '../words.tsx';

/** The exhibitions that are live now, each as a piece of the wall's cloth. */
export function LiveHalls({ live }: { readonly live: readonly Exhibition[] }) {
  const { halls, liveUntil } = usePlatform();
  const { dates } = useLanguage();
  return (
    <section aria-labelledby="live">
      <h2 id="live" class="unseen">
        {halls.liveNow}
      </h2>
      <div class="live-now">
        {live.map(({ event: { joinCode, title, endsAt, memberCount, expectedAttendees }, challenges }) => (
          <a class="live-card" href={`#halls/${joinCode}`} key={joinCode}>
            <State name="live" label={liveUntil(dates.near(endsAt))} />
            <b>
              <bdi>{title}</bdi>
            </b>
            <span>
              {joinCode} · {halls.challenges(challenges.published)}
            </span>
            <span class="big">
              {numeral(memberCount)} <small>{halls.peopleExpected(numeral(expectedAttendees))}</small>
            </span>
          </a>
        ))}
      </div>
    </section>
  );
}
