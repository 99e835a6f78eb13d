import { EXPO } from './demo/events.ts';
import type { SeedKind } from './demo/seed.ts';

export interface Started {
  readonly url: string;
  readonly world: SeedKind;
  /** One of the administrators, if there are any. */
  readonly administrator: string | undefined;
}

/** What `npm start` prints when every endpoint works. */
export function welcome({ url, world, administrator }: Started): string {
  const display = world === 'demo' ? EXPO.joinCode : 'CODE';
  return `ready ${url}

  Start here     ${url}/
  API reference  ${url}/docs/
  Display        ${url}/display/${display}
  Documents      ${url}/guide/

${world === 'empty' ? emptyWorld(url, administrator) : ''}Ctrl-C stops the platform. Requests are logged here.
`;
}

/** Instructions for an empty world, which may have an administrator by now. */
function emptyWorld(url: string, administrator: string | undefined): string {
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

`;
}
