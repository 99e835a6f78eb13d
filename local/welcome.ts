import { EXPO } from './demo/events.ts';
import type { SeedKind } from './demo/seed.ts';

export interface Started {
  readonly url: string;
  /** The addresses for other devices, if they are served. */
  readonly networkUrls: readonly string[] | undefined;
  readonly world: SeedKind;
  /** One of the administrators, if there are any. */
  readonly administrator: string | undefined;
}

/** What `npm start` prints when every endpoint works. */
export function welcome({ url, networkUrls, world, administrator }: Started): string {
  const display = world === 'demo' ? EXPO.joinCode : 'CODE';
  return `ready ${url}

  Start here     ${url}/
  API reference  ${url}/docs/
  Display        ${url}/display/${display}
  Documents      ${url}/guide/
${(networkUrls ?? []).map((address) => `  On a phone     ${address}/\n`).join('')}
${networkUrls ? warning(networkUrls) : ''}${world === 'empty' ? emptyWorld(url, administrator) : ''}Ctrl-C stops the platform. Requests are logged here.
`;
}

function warning(networkUrls: readonly string[]): string {
  if (networkUrls.length === 0)
    return 'This machine has no IPv4 address in a network, so no phone can reach it.\n\n';
  return `Everyone in the network can open the addresses for phones, sign in as anybody, read and change all data, and move the
clock. Use --host only in a network that you trust, and without real data.

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
