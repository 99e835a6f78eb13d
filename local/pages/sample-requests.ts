import { malaysianDate } from '../../shared/values/calendar.ts';
import { days, later } from '../../shared/values/clock.ts';
import { EXPO } from '../demo/events.ts';
import { CORPORATE_WORKSPACE } from '../demo/people.ts';
import { campaigns } from '../demo/rewards.ts';

/** A command to paste into a shell with curl and Node.js, after the preparation. */
export interface SampleRequest {
  readonly title: string;
  readonly command: string;
}

/** The first request, which needs no preparation. */
export const firstRequest = (url: string): SampleRequest => ({
  title: 'What may everybody see?',
  command: `curl -s ${url}/v1/community \\
  | node -p 'JSON.parse(require("fs").readFileSync(0)).events.map((event) => event.title)'`,
});

/** Defines `$API`, and `as PERSON URL` for requests in the name of a demo person. */
export const preparation = (url: string): string =>
  `API=${url}
token() { curl -s $API/local/tokens -d "{\\"persona\\":\\"$1\\"}" | node -e 'const a = JSON.parse(require("fs").readFileSync(0)); if (a.accessToken) console.log(a.accessToken); else { console.error(a.issues[0].message); process.exit(1); }'; }
as() { name=$1; shift; t=$(token $name) || return 0; curl -s -H "authorization: Bearer $t" -H 'content-type: application/json' "$@"; echo; }`;

/** The commands work unchanged, before and after the tour of the README. */
export function sampleRequests(at: Date): readonly SampleRequest[] {
  const year = `from=${malaysianDate(later(at, -days(360)))}&to=${malaysianDate(later(at, days(5)))}`;
  return [
    {
      title: 'What an exhibition shows on its display',
      command: `curl -s $API/v1/community/events/${EXPO.joinCode}/display; echo`,
    },
    { title: 'Clubs, exhibitions and challenges that a person sees', command: 'as walker $API/v1/community' },
    {
      title: 'Reserve a gift',
      command: `as patient $API/v1/rewards/campaigns/${campaigns.live}/claims -d '{"claimId":"44444444-4444-4444-8444-444444444444"}'`,
    },
    {
      title: 'The report on medical certificates of a company',
      command: `as hr-admin "$API/v1/partner/workspaces/${CORPORATE_WORKSPACE}/medical-certificates/totals?${year}"`,
    },
    { title: 'The demo people with their tokens', command: 'curl -s $API/local/personas; echo' },
  ];
}
