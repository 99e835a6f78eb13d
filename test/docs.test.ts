import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contracts, workers } from '../functions/contracts.ts';
import { commandGroups } from '../infra/admin/commands.ts';
import { projectRoot } from '../infra/project-root.ts';
import openapi from '../openapi.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };
import lockfile from '../package-lock.json' with { type: 'json' };
import { type Contract, touchesOf } from '../shared/contract/contract.ts';
import { settings } from '../shared/contract/environment.ts';
import { indexNames } from '../shared/contract/table-definition.ts';
import type { Worker } from '../shared/contract/worker.ts';
import { NOTICE_KINDS } from '../shared/notices/kinds.ts';
import { FLOW_LANGUAGES } from '../shared/values/languages.ts';
import * as limits from '../shared/values/limits.ts';
import { anchorOf } from '../web/documents/markdown.ts';
import { awsCommands, globalOptions, restoreMetadata } from './aws-commands.ts';
import { delivery, stages } from './infra/configuration.ts';
import { mailStackOf } from './infra/other-configuration.ts';
import { ofType, synthesized, synthesizedPipeline, theOnly } from './infra/synthesized.ts';
import { sectionOf } from './support/document-section.ts';

/** The folders whose paths the documents may name. */
const FOLDERS = ['.ci', '.github', 'docs', 'functions', 'infra', 'local', 'shared', 'test', 'web'];

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)));

const files = [...readdirSync(projectRoot), ...FOLDERS.flatMap(filesIn)];
const names = new Set(files.map((file) => basename(file)));

interface Document {
  readonly path: string;
  readonly text: string;
  /** The text without its code blocks. */
  readonly prose: string;
  /** The code blocks in the language of the shell. */
  readonly shell: readonly string[];
}

const CODE_BLOCK = /^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm;
const documents: readonly Document[] = files
  .filter((file) => file.endsWith('.md'))
  .map((path) => {
    const text = read(path);
    const blocks = [...text.matchAll(CODE_BLOCK)];
    return {
      path,
      text,
      prose: text.replaceAll(CODE_BLOCK, ''),
      shell: blocks.flatMap(([, language, code = '']) => (language === 'sh' ? [code] : [])),
    };
  });
const documentAt = (path: string) => documents.find((document) => document.path === path);
const each = documents.map((document) => [document.path, document] as const);

/** The anchors of a document: those of its headings, as GitHub makes them, and explicit ones. */
function anchorsOf({ prose }: Document): string[] {
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title));
  return [...headings, ...[...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}

/** Whether a path exists. A placeholder such as `<area>` or `[<resource>/]` ends the part that is checked. */
const pathExists = (path: string): boolean =>
  existsSync(join(projectRoot, path.replace(/[<[*…#].*$/, '').replace(/[^/]*\$.*$/, '')));

const wordsIn = (path: string): string[] => read(path).match(/\w+/g) ?? [];
const inCode = new Set(files.filter((file) => /\.(ts|tsx|js|json)$/.test(file)).flatMap(wordsIn));
const matches = (path: string, pattern: RegExp) =>
  [...read(path).matchAll(pattern)].map(([, name = '']) => name);
/** Operations, workers, fields and parameters of the API, and alarms, whose entries in the runbook are compared with the templates. */
const declared = new Set([
  ...Object.keys({ ...contracts, ...workers }),
  ...matches('openapi.json', /"(\w+)": /g),
  ...matches('openapi.json', /"name": "(\w+)"/g),
  ...matches('docs/operations/runbook.md', /<a id="(?:alarm|rule)-[^"]+"><\/a>`(\w+)`/g),
  'errorType', // a field that Lambda logs
  ...['deletionDate', 'policyDocument', 'requestParameters'], // fields of CloudTrail's events
]);
const beginningOf = (name: string): string => /^[a-z]+/.exec(name)?.[0] ?? '';
const beginnings = new Set(Object.keys(contracts).map(beginningOf));
/** Other names that begin like those of operations. */
const LIKE_OPERATIONS = ['joinUrl', 'requestId'];

/**
 * Whether a document may name it. What begins like an operation must be declared or listed above, because a function of the same name
 * would hide that an operation has been renamed. Other names only have to be somewhere in the code.
 */
const isName = (word: string): boolean =>
  declared.has(word) ||
  (inCode.has(word) && (!beginnings.has(beginningOf(word)) || LIKE_OPERATIONS.includes(word)));

it('docs/api.md describes each kind of notice', () => {
  const [, rows = ''] =
    /\| `kind` \| Who reads it[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)/.exec(read('docs/api.md')) ?? [];
  const described = rows
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, kind]) => kind));
  expect(described.toSorted()).toEqual([...NOTICE_KINDS].toSorted());
});

it('something tells each kind of notice', () => {
  const sources = [...filesIn('functions'), ...filesIn('shared')].filter(
    (file) =>
      file.endsWith('.ts') && !/(\/notices|sentences\/\w+|lock-screen\/\w+|\.examples)\.ts$/.test(file),
  );
  const code = sources.map(read).join('\n');
  expect(NOTICE_KINDS.filter((kind) => !code.includes(`'${kind}'`))).toEqual([]);
});

describe('each document', () => {
  it('is found', () => {
    expect(documents.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'docs/operations/runbook.md', 'test/aws-emulator/README.md']),
    );
  });

  it.each(each)('links only to what exists: %s', (path, { prose }) => {
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const broken = targets
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const found = file === '' ? path : join(dirname(path), file);
        if (!existsSync(join(projectRoot, found))) return true;
        const document = documentAt(found);
        return anchor !== undefined && !(document && anchorsOf(document).includes(anchor));
      });
    expect(broken).toEqual([]);
  });

  it.each(each)('has no two equal anchors: %s', (_, document) => {
    const anchors = anchorsOf(document);
    expect(anchors.filter((anchor, n) => anchors.indexOf(anchor) !== n)).toEqual([]);
  });

  it.each(each)('names only files and folders that exist: %s', (_, { prose, shell }) => {
    const inFolder = new RegExp(`^(${FOLDERS.join('|').replaceAll('.', '\\.')})/\\S*$`);
    const code = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
    const words = [...code, ...shell].flatMap((text) => text.split(/[\s'"]+/));
    const missing = [
      ...words.filter((word) => inFolder.test(word) && !pathExists(word)),
      ...code.filter((text) => /^[\w.-]+\.(ts|json|md|yml)$/.test(text) && !names.has(text)),
    ];
    expect(missing).toEqual([]);
  });

  it.each(each.filter(([path]) => !path.endsWith('CHANGELOG.md')))(
    'names only operations, fields and functions that exist: %s',
    (_, { prose }) => {
      const code = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
      const words = code.flatMap((text) => text.match(/(?<![\w$-])[a-z]+[A-Z]\w*/g) ?? []);
      expect(words.filter((word) => !isName(word))).toEqual([]);
    },
  );

  it.each(each)('shows only commands that exist: %s', (_, { text, shell }) => {
    const scripts = [...text.matchAll(/npm run (?:-\S+ )*([\w:-]+)/g)].map(([, name = '']) => name);
    const commands = [...text.matchAll(/npx ([\w-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    expect(commands.filter((name) => !existsSync(join(projectRoot, 'node_modules/.bin', name)))).toEqual([]);
    for (const block of shell)
      execFileSync('bash', ['-n'], { input: block, stdio: ['pipe', 'ignore', 'pipe'] });
  });
});

/** The limits that documents and the page's layout state: each pattern finds the number, or the word for it. */
const languages = Object.keys(FLOW_LANGUAGES);
const { quota, reserved } = stages.production.concurrency;
const reservedRuns = Object.values(reserved).reduce((sum, runs) => sum + runs, 0);

const stated: readonly [limit: number, path: string, pattern: RegExp][] = [
  [limits.QR_TOKEN_MINUTES, 'README.md', /QR code, valid for (\d+) minutes/],
  [limits.QR_TOKEN_MINUTES, 'docs/decisions/0006-clinical-access.md', /valid for (\d+) minutes and for one/],
  [limits.QR_TOKEN_MINUTES, 'docs/operations/restoring.md', /Tokens expire within (\d+) minutes/],
  [limits.PENDING_REQUEST_MINUTES, 'docs/data-model.md', /pending --> expired: (\d+) minutes/],
  [limits.APPROVED_ACCESS_HOURS, 'docs/data-model.md', /approved --> expired: (\d+) hours/],
  [limits.APPROVED_ACCESS_HOURS, 'README.md', /approved for (\d+) hours/],
  [limits.FRESH_SESSION_MINUTES, 'docs/api.md', /password at most (\d+) minutes ago/],
  [limits.MIN_PASSWORD_LENGTH, 'docs/api.md', /A password has at least (\d+) characters/],
  [limits.PASSWORD_HISTORY, 'docs/api.md', /and differs from the latest (\w+)/],
  [limits.ACCESS_TOKEN_MINUTES, 'docs/api.md', /until it expires, within (\d+) minutes/],
  [limits.REFRESH_TOKEN_DAYS, 'docs/api.md', /has expired, (\d+) days after the sign-in/],
  [limits.MAX_BODY_KILOBYTES, 'docs/api.md', /at most (\d+) KB/],
  [limits.MAX_FOUNDED_CLUBS, 'docs/decisions/0008-clubs-and-exhibitions.md', /(\d+) social clubs/],
  [limits.DISPLAY_TOP, 'README.md', /the (\w+) best participants/],
  [limits.DISPLAY_TOP, 'docs/decisions/0009-challenges-aliases-and-boards.md', /a rank in the top (\w+)/],
  [
    limits.DISPLAY_CACHE_SECONDS,
    'docs/operations/deploying.md',
    /caches the display, the published onboarding flow, [^.]* for at most (\d+) seconds/s,
  ],
  [
    limits.SIGNED_OUT_CACHE_SECONDS,
    'docs/operations/deploying.md',
    /look-up `findEvent` with its 404, for at most (\d+) seconds/,
  ],
  [
    limits.SIGNED_OUT_CACHE_SECONDS,
    'docs/api.md',
    /`listCampaigns` and `findEvent` may be up to (\d+) seconds old/,
  ],
  [limits.RECEIPT_DAYS, 'docs/decisions/0010-account-deletion.md', /valid for (\d+) days after the request/],
  [limits.MAX_PUBLISHED_CAMPAIGNS, 'docs/decisions/0012-reward-campaigns.md', /At most (\d+) campaigns/],
  [limits.MAX_UNITS_AT_ONCE, 'docs/decisions/0012-reward-campaigns.md', /At most ([\d,]+) units/],
  [
    limits.INVITATION_DAYS,
    'docs/decisions/0013-workspaces-and-invitations.md',
    /at the end of the (\d+)th Malaysian day/,
  ],
  [
    limits.MAX_BATCH_INVITATIONS,
    'docs/decisions/0013-workspaces-and-invitations.md',
    /in batches of at most (\d+)/,
  ],
  [limits.MAX_PERIOD_DAYS, 'docs/decisions/0014-analytics-reports.md', /A period has at most (\d+) days/],
  [quota, 'docs/operations/deploying.md', /Request ([\d,]+), the `concurrency\.quota` of production/],
  [reservedRuns, 'docs/operations/deploying.md', /compares the sum of (\d+) with the quota/],
  [languages.length, 'docs/decisions/0007-onboarding-flows.md', /in (\w+) languages/],
];
const NUMBERS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, ten: 10, twenty: 20 };

describe('the limits in the documents', () => {
  it.each(stated)('are those of the code: %i in %s', (limit, path, pattern) => {
    const [, found = ''] = pattern.exec(read(path).replaceAll(/\s+/g, ' ')) ?? [];
    expect(NUMBERS[found] ?? Number(found.replaceAll(',', ''))).toBe(limit);
  });

  it('name every language', () => {
    const nameOf = new Intl.DisplayNames(['en'], { type: 'language' });
    for (const language of languages) {
      expect(read('docs/api.md')).toContain(`\`${language}\``);
      const name = nameOf.of(new Intl.Locale(language).language) ?? language;
      for (const path of ['README.md', 'docs/api.md', 'docs/architecture.md'])
        expect(read(path), path).toMatch(new RegExp(`(flows|introduction) [^|]*\\b${name}\\b`));
    }
  });
});

describe('the documents together', () => {
  it('can all be reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const path of reached) {
      for (const [, target = ''] of documentAt(path)?.prose.matchAll(/\]\(([^)#\s]+)/g) ?? [])
        if (!/^https?:/.test(target)) reached.add(join(dirname(path), target));
    }
    expect(documents.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  it('number the decisions without gaps, each with its context and consequences', () => {
    const decisions = documents.filter(({ path }) => path.startsWith('docs/decisions/'));
    decisions.sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const [n, { path, text }] of decisions.entries()) {
      expect(path).toMatch(new RegExp(`/${String(n + 1).padStart(4, '0')}-[a-z-]+\\.md$`));
      expect(text).toMatch(new RegExp(`^# ${n + 1}\\. `));
      const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      expect(sections, path).toEqual(['Context', 'Decision', 'Consequences']);
    }
    expect(decisions.length).toBeGreaterThan(10);
    const listed = read('docs/architecture.md').matchAll(/\[(\d+) [^\]]+\]\(decisions\/(\d{4})-/g);
    const numbers = [...listed].map(([, number, file]) => [Number(number), Number(file)]);
    expect(numbers.sort(([a = 0], [b = 0]) => a - b)).toEqual(decisions.map((_, n) => [n + 1, n + 1]));
    for (const { path, text } of documents)
      for (const [link, number, file] of text.matchAll(/\[[Dd]ecision\s+(\d+)\]\([^)]*?(\d{4})-/g))
        expect(Number(number), `${path}: ${link}`).toBe(Number(file));
  });

  it('say of every operation that creates something what a repeated call does', () => {
    const section = sectionOf(read('docs/api.md'), 'Repeating a request') ?? '';
    const creating = Object.values<Contract>(contracts).filter(
      ({ method, success }) => method === 'POST' && 201 in success,
    );
    expect(creating.length).toBeGreaterThan(15);
    const fieldsOf = ({ body }: Contract) =>
      body && 'shape' in body ? Object.keys(body.shape as object) : [];
    // The ids that clients choose, or the operations of the table.
    const said = creating.map((contract) => [contract.operationId, ...fieldsOf(contract)]);
    expect(said.filter((names) => !names.some((name) => section.includes(`\`${name}\``)))).toEqual([]);
  });

  it('list every worker and every index', () => {
    const [, section = ''] = /^## Workers\n([\s\S]*?)^## /m.exec(read('docs/architecture.md')) ?? [];
    const listed = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, id]) => id);
    expect(listed.toSorted()).toEqual(Object.keys(workers).toSorted());
    for (const index of indexNames) expect(read('docs/data-model.md')).toContain(`\`${index}\``);
  });

  it('describe every setting and every kind of partition', () => {
    const deploying = documentAt('docs/operations/deploying.md')?.text;
    for (const name of Object.keys(settings)) expect(deploying).toContain(`\`${name}\``);
    const dataModel = documentAt('docs/data-model.md')?.text;
    const endpoints: readonly Contract[] = Object.values(contracts);
    const background: readonly Worker[] = Object.values(workers);
    const touched = [...endpoints.map(touchesOf), ...background.map(({ touches }) => touches)];
    const prefixes = new Set(touched.flatMap(({ table = {} }) => Object.keys(table)));
    for (const prefix of prefixes)
      expect(dataModel).toContain(prefix.endsWith('#') ? `| \`${prefix}<` : `| \`${prefix}\` |`);
  });

  it('state one version of the platform and one of Node.js', () => {
    const [, newest] = /^## \[(.+?)\]/m.exec(read('CHANGELOG.md')) ?? [];
    const versions = [newest, manifest.version, lockfile.version, lockfile.packages[''].version];
    expect([...new Set([...versions, openapi.info.version])]).toHaveLength(1);
    expect(read('.node-version').trim()).toBe(manifest.devDependencies.node);
  });
});

/** The commands of the AWS command line in a block of the shell: their words, without the quotes. */
const awsCommandsIn = (block: string): string[][] =>
  [...block.replaceAll('\\\n', ' ').matchAll(/(?<![\w/-])aws (?=[a-z])[^\n;&|]*/g)].map(([command]) =>
    [...command.matchAll(/"[^"]*"|'[^']*'|[^\s()]+/g)].map(([word]) => word.replaceAll(/^['"]|['"]$/g, '')),
  );

it('the commands of administrators in the documents exist', () => {
  const names = new Set([
    'help',
    ...Object.values(commandGroups).flatMap((group) => group.map(({ name }) => name)),
  ]);
  const typed = documents.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /npm run (?:--silent )?admin -- (?:--as \S+ |--json )*([a-z]+(?:-[a-z]+)*)(?![\w$-])/g,
      ),
    ].map(([, name = '']) => ({ path, name })),
  );
  expect(typed.length).toBeGreaterThan(30);
  expect(typed.filter(({ name }) => !names.has(name))).toEqual([]);
});

describe('the commands for AWS that operators type', () => {
  const ofOperators = documents.filter(({ path }) => path.startsWith('docs/operations/'));
  const inText = ofOperators.flatMap(({ path }) =>
    [...read(path).matchAll(/`(aws [a-z][^`]*)`/g)].map(([, command = '']) => command),
  );
  const commands = [...ofOperators.flatMap(({ shell }) => shell), ...inText].flatMap(awsCommandsIn);
  const operationOf = ([, service = '', ...rest]: readonly string[]) =>
    [service, ...rest.slice(0, rest[0] === 'wait' ? 2 : 1)].join(' ');

  it('are operations with a source, and each listed operation is used', () => {
    expect([...new Set(commands.map(operationOf))].sort()).toEqual(Object.keys(awsCommands).sort());
    for (const [operation, { source }] of Object.entries(awsCommands))
      expect(source).toBe(
        `https://docs.aws.amazon.com/cli/latest/reference/${operation.replaceAll(' ', '/')}.html`,
      );
  });

  it.each(commands.map((words) => [words.join(' '), words] as const))(
    'have only options that their reference lists, and all required ones: %s',
    (_, words) => {
      const { required = [], optional = [] } = awsCommands[operationOf(words)] ?? {};
      const options = words.flatMap((word) => (word.startsWith('--') ? [word.slice(2)] : []));
      expect([...required, ...optional, ...globalOptions]).toEqual(expect.arrayContaining(options));
      expect(options).toEqual(expect.arrayContaining([...required]));
    },
  );

  it('restore a copy with the role, the vault and the retention of the template, and with known metadata', async () => {
    const { stateful } = await synthesized(stages.production);
    const optionOf = (operation: string, option: string): string => {
      const words = commands.find((candidate) => operationOf(candidate) === operation) ?? [];
      return words[words.indexOf(`--${option}`) + 1] ?? '';
    };
    const roles = ofType('AWS::IAM::Role', stateful).map(([, { Properties }]) => Properties.RoleName);
    for (const operation of ['backup start-restore-job', 'backup start-backup-job'])
      expect(roles).toContain(optionOf(operation, 'iam-role-arn').split('/').at(-1));
    const metadata = optionOf('backup start-restore-job', 'metadata')
      .split(',')
      .map((pair) => pair.split('='));
    expect(restoreMetadata).toEqual(expect.arrayContaining(metadata.map(([key]) => key)));
    // Without the ARN of a key, the table gets the key that the template names.
    expect(metadata).toContainEqual(['encryptionType', 'KMS']);
    expect(metadata.flat()).not.toContain('kmsMasterKeyArn');
    expect(stateful['Table']?.Properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });

    const { BackupVaultName, LockConfiguration } = theOnly('AWS::Backup::BackupVault', stateful).Properties;
    for (const operation of Object.keys(awsCommands).filter((name) => /vault|start-backup/.test(name)))
      expect(optionOf(operation, 'backup-vault-name'), operation).toBe(BackupVaultName);
    expect(optionOf('backup start-backup-job', 'lifecycle')).toBe(
      `DeleteAfterDays=${LockConfiguration.MaxRetentionDays}`,
    );
  });
});

describe('the runbook', async () => {
  const [, runbook = ''] = /^## Alarms\n([\s\S]*?)^## /m.exec(read('docs/operations/runbook.md')) ?? [];
  const entries = runbook.split(/^### /m).slice(1);
  const alarms = await Promise.all(
    Object.values(stages).map(async (stage) => {
      const { monitoring, edge = {} } = await synthesized(stage);
      return ofType('AWS::CloudWatch::Alarm', monitoring, edge, mailStackOf(stage)).map(
        ([, { Properties }]) => ({
          id: String(Properties.AlarmName).replace(`sihat-${stage.name}-`, ''),
          description: String(Properties.AlarmDescription),
        }),
      );
    }),
  );

  it('has exactly one entry for each alarm of any stage', async () => {
    const documented = [...runbook.matchAll(/<a id="[^"]+"><\/a>`(\w+)`/g)].map(([, id]) => id);
    const existing = new Set(alarms.flat().map(({ id }) => id));
    expect(documented.toSorted()).toEqual([...existing].toSorted());
    expect(ofType('AWS::CloudWatch::Alarm', await synthesizedPipeline())).toEqual([]);
  });

  it('is where the description of each alarm links to', () => {
    for (const { id, description } of alarms.flat()) {
      const [, address = '', anchor] = / Runbook: (https:\S+)#(\S+)$/.exec(description) ?? [];
      expect(address).toBe(`https://github.com/${delivery.repository}/blob/main/docs/operations/runbook.md`);
      expect(runbook, id).toContain(`<a id="${anchor}"></a>\`${id}\``);
    }
  });

  const [, ofCredentials = ''] =
    /^## Use of AWS credentials\n([\s\S]*?)^## /m.exec(read('docs/operations/runbook.md')) ?? [];
  const ruleEntries = ofCredentials.split(/^### /m).slice(1);
  const rules = await Promise.all(
    Object.values(stages).map(async (stage) => {
      const { audit = {}, edge = {} } = await synthesized(stage);
      return ofType('AWS::Events::Rule', audit, edge)
        .filter(([, { Properties }]) => Properties.EventPattern !== undefined)
        .map(([, { Properties }]) => ({
          id: String(Properties.Name).replace(`sihat-${stage.name}-`, ''),
          message: String(JSON.parse(Properties.Targets[0].InputTransformer.InputTemplate)),
        }));
    }),
  );

  it('has exactly one entry for each rule about AWS credentials', () => {
    const documented = [...ofCredentials.matchAll(/<a id="[^"]+"><\/a>`(\w+)`/g)].map(([, id]) => id);
    const existing = new Set(rules.flat().map(({ id }) => id));
    expect(existing.size).toBeGreaterThan(5);
    expect(documented.toSorted()).toEqual([...existing].toSorted());
    expect(ruleEntries).toHaveLength(existing.size);
  });

  it('is where the message of each rule links to', () => {
    for (const { id, message } of rules.flat()) {
      const [, address = '', anchor] = / Runbook: (https:\S+)#(\S+)$/.exec(message) ?? [];
      expect(address).toBe(`https://github.com/${delivery.repository}/blob/main/docs/operations/runbook.md`);
      expect(ofCredentials, id).toContain(`<a id="${anchor}"></a>\`${id}\``);
    }
  });

  it('adds up the costs', () => {
    const costs = read('docs/operations/cost.md');
    const tables = costs.split(/\n\n/).filter((part) => part.includes('| **together** |'));
    expect(tables.length).toBeGreaterThan(1);
    for (const table of tables) {
      const amounts = [...table.matchAll(/\| \*{0,2}([\d.,]+)\*{0,2} \|$/gm)].map(([, amount = '']) =>
        Number(amount.replaceAll(',', '')),
      );
      const together = amounts.pop() ?? 0;
      expect(
        amounts.reduce((sum, amount) => sum + amount, 0),
        table,
      ).toBeCloseTo(together, 2);
    }
  });

  it('takes the numbers of a hall from the day that the simulation played', () => {
    const played = read('docs/performance.md');
    const measured = (what: string): number[] => {
      const [, values = ''] = new RegExp(`^\\| ${what} \\| (.+) \\|$`, 'm').exec(played) ?? [];
      return values.split('; ').map((value) => Number(value.replaceAll(',', '')));
    };
    const [writes = 0, reads = 0] = measured('write units; read units');
    const [requests = 0, cached = 0] = measured('requests to functions; at the edge');
    const [dollars = 0] = measured('US dollars');
    const [reports = 0] = measured('reportSteps 200');
    const millions = (n: number, digits: number) => `${(n / 1_000_000).toFixed(digits)} million`;
    const costs = read('docs/operations/cost.md');
    for (const stated of [
      `${millions(writes, 1)} write units at 0.75 a million, ${millions(reads, 1)} read units`,
      `${millions(requests, 2)} requests to functions`,
      `${millions(requests + cached, 2)} requests at CloudFront and the firewall, of which ${millions(cached, 2)}`,
      `| **together** | **${dollars.toFixed(2)}** |`,
      `for a day: ${Math.round(reports / 1000)},000,`,
    ])
      expect(costs).toContain(stated);
  });

  it('counts the alarms of a stage and their metrics in its costs', async () => {
    const { monitoring, edge = {} } = await synthesized(stages.production);
    const found = ofType('AWS::CloudWatch::Alarm', monitoring, edge, mailStackOf(stages.production)).map(
      ([, { Properties }]) => Properties,
    );
    const metrics = found.flatMap(({ Metrics = [{ MetricStat: {} }] }) =>
      Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat),
    );
    expect(read('docs/operations/cost.md')).toContain(
      `alarms (${found.length}, on ${metrics.length} metrics)`,
    );
  });

  it.each([...entries, ...ruleEntries].map((entry) => [entry.split('\n')[0], entry]))(
    'says what it means, what to look at first and what to do: %s',
    (_, entry) => {
      const parts = [...entry.matchAll(/^- \*\*(.+?)\.\*\* \S/gm)].map(([, part]) => part);
      expect(parts).toEqual(['Meaning', 'Look at first', 'Do']);
    },
  );
});
