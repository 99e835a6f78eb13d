import { Option } from 'commander';
import { as, server } from '../arguments.ts';
import { revoke, UserPoolId } from '../cognito.ts';
import { command } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { localToken } from '../session.ts';

/** Commands that sign in and out. */

interface LoginOptions {
  readonly userPool?: string;
  readonly appClient?: string;
  readonly endpoint?: string;
  readonly user?: string;
}

export const loginCommands = [
  command({
    name: 'login',
    description:
      'sign in with the password and the second factor, and keep the tokens in the configuration folder; with --as, sign in as a persona of a local platform',
    options: {
      userPool: new Option('--user-pool <id>', 'the output UserPoolId of the identity stack').argParser(
        as(UserPoolId),
      ),
      appClient: new Option('--app-client <id>', 'the output AppClientId of the identity stack'),
      endpoint: new Option(
        '--endpoint <url>',
        'the address of the user pool, for a local platform; by default the one of Cognito in the region of the pool',
      ).argParser(server),
      user: new Option(
        '--user <mail>',
        'the email address of the account; the command asks for it if it is omitted',
      ),
    },
    async run({ logins, options, show, signInAgain, terminal }, given: LoginOptions) {
      const { api, as } = options();
      if (as !== undefined) {
        await localToken(api, as);
        logins.save({ api, as });
        return show({ api, as }, `Signed in at ${api} as ${as}.`);
      }
      // A repeated login needs no options.
      const known = logins.read(api);
      const earlier = known && 'userPoolId' in known ? known : undefined;
      const userPoolId = given.userPool ?? earlier?.userPoolId;
      const clientId = given.appClient ?? earlier?.clientId;
      const endpoint = given.endpoint ?? earlier?.endpoint;
      if (userPoolId === undefined || clientId === undefined) {
        const missing = [
          ...(userPoolId === undefined ? ['--user-pool'] : []),
          ...(clientId === undefined ? ['--app-client'] : []),
        ];
        throw new UsageError(
          `missing options: ${missing.join(', ')}; on a local platform, use --as <who> instead`,
        );
      }
      if (!terminal) throw new UsageError('`login` needs a terminal. Scripts can set SIHAT_TOKEN instead.');
      const user = (given.user ?? earlier?.user ?? (await terminal.ask('Email address: '))).trim();
      await signInAgain({ api, userPoolId, clientId, ...(endpoint && { endpoint }), user }, terminal);
      show({ api, user }, `Signed in at ${api} as ${user}.`);
    },
  }),
  command({
    name: 'logout',
    description: 'delete the tokens of this API, and revoke the refresh token',
    async run({ logins, options, show }) {
      const { api } = options();
      const login = logins.read(api);
      if (!login) return show({ api }, `There is no login for ${api}.`);
      logins.remove(api);
      if ('refreshToken' in login) {
        await revoke(login, login.refreshToken).catch((error) => {
          if (!(error instanceof CommandError)) throw error;
          throw new CommandError(
            `The tokens were deleted here, but the refresh token could not be revoked and stays valid for up to 30 days: ${error.message}`,
          );
        });
      }
      show({ api }, `Signed out at ${api}.`);
    },
  }),
];
