import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { createWorkspace } from '../../functions/analytics/workspaces/contract.ts';
import { createPlatformClub } from '../../functions/community/clubs/platform-contract.ts';
import { createEvent } from '../../functions/community/events/platform-contract.ts';
import { JoinCode } from '../../functions/community/schemas.ts';
import { createCampaign } from '../../functions/rewards/platform-contract.ts';
import { validated } from '../../shared/http/validation.ts';
import { as, uuid } from './arguments.ts';
import type { Session } from './session.ts';

/** Commands that create a workspace, a club, an exhibition and a campaign, and publish a club and an exhibition. */
export function createCommands(program: Command, { api, show }: Session): void {
  const command = (name: string, what: string) =>
    program
      .command(name)
      .description(`create ${what} and print its id`)
      .requiredOption(
        '--file <path>',
        'a JSON file with the request body that openapi.json describes, or - for standard input',
        readJsonFile,
      );

  command('create-workspace', 'the workspace of a company or a merchant').action(
    async ({ file }: FileOption) => {
      const answer = await api().call('createWorkspace', { body: validated(createWorkspace.body, file) });
      show(answer, answer.id);
    },
  );

  command('create-club', 'a club of the platform, as a draft').action(async ({ file }: FileOption) => {
    const body = validated(createPlatformClub.body, file);
    const answer = await api().call('createPlatformClub', { body });
    show(answer, answer.id);
  });

  command('create-event', 'an exhibition of a club, as a draft').action(async ({ file }: FileOption) => {
    const answer = await api().call('createEvent', { body: validated(createEvent.body, file) });
    show(answer, answer.id);
  });

  command('create-campaign', 'a campaign, as a draft').action(async ({ file }: FileOption) => {
    const answer = await api().call('createCampaign', { body: validated(createCampaign.body, file) });
    show(answer, answer.id);
  });

  program
    .command('publish-club')
    .description('publish a club; everyone can see it once it has been approved')
    .argument('<clubId>', 'the club', uuid)
    .action(async (id: string) => {
      const answer = await api().call('publishClub', { params: { id } });
      show(answer, `"${answer.title}" is ${answer.state}.`);
    });

  program
    .command('publish-event')
    .description('publish an exhibition, so that everyone who can see its club can see it')
    .argument('<code>', 'the code of the exhibition', as(JoinCode))
    .action(async (code: string) => {
      const answer = await api().call('publishEvent', { params: { code } });
      show(answer, `"${answer.title}" is ${answer.state}.`);
    });
}

interface FileOption {
  readonly file: unknown;
}

function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new InvalidArgumentError(`It ${why}.`);
  }
}
