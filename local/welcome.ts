import { malaysianDate } from '../shared/calendar.ts';
import { days, later } from '../shared/clock.ts';
import { EXPO } from './demo/exhibitions.ts';
import { CORPORATE_WORKSPACE, PERSONA_NAMES } from './demo/people.ts';
import { campaigns } from './demo/rewards.ts';

/** Commands to paste into a shell with curl and node. They work unchanged, before and after the tour of the README. */
export function demoInstructions(url: string, at: Date): string {
  const year = `from=${malaysianDate(later(at, -days(360)))}&to=${malaysianDate(later(at, days(5)))}`;
  return `Try these commands in another shell (personas: ${PERSONA_NAMES.join(', ')}):

  API=${url}
  token() { curl -s $API/local/tokens -d "{\\"persona\\":\\"$1\\"}" | node -e 'const a = JSON.parse(require("fs").readFileSync(0)); if (a.accessToken) console.log(a.accessToken); else { console.error(a.issues[0].message); process.exit(1); }'; }
  as() { name=$1; shift; t=$(token $name) || return 0; curl -s -H "authorization: Bearer $t" -H 'content-type: application/json' "$@"; echo; }

  curl -s $API/v1/community/events/${EXPO.joinCode}/display; echo
  as walker $API/v1/community
  as patient $API/v1/rewards/campaigns/${campaigns.live}/claims -d '{"claimId":"44444444-4444-4444-8444-444444444444"}'
  as hr-admin "$API/v1/partner/workspaces/${CORPORATE_WORKSPACE}/medical-certificates/totals?${year}"
  curl -s $API/local/personas; echo

Ctrl-C stops the platform. Requests are logged here.
`;
}

/** Instructions for an empty world, which may have an administrator by now. */
export function emptyWorldInstructions(url: string, administrator: string | undefined): string {
  const somebody = administrator ?? '10000000-0000-4000-8000-000000000001';
  const [what, first] = administrator
    ? ['continue as an administrator', '']
    : [
        'make one of them the first administrator',
        `  npm run --silent admin -- first-admin ${somebody} --local\n`,
      ];
  return `The world is empty. Every UUID is an account; ${what} in another shell:

  export SIHAT_API=${url}
${first}  npm run --silent admin -- --as ${somebody} list-admins
  npm run --silent admin -- --help

Ctrl-C stops the platform. Requests are logged here.
`;
}
