import * as z from 'zod/mini';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { exampleModules, exampleOf } from '../../functions/examples.ts';
import { examples as campaigns } from '../../functions/rewards/campaigns/contract.examples.ts';
import type { AdminCommand } from '../../infra/admin/command.ts';
import { commandGroups } from '../../infra/admin/commands.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import type { ExampleModule } from '../../shared/contract/examples.ts';
import { JOIN_CODE } from '../../shared/values/ids.examples.ts';

/**
 * The command lines that send the example of each operation. They follow the convention in docs/administration.md and not
 * the code of the command line, so that a new operation and a new field are tested without a line here.
 */

export interface CommandLine {
  readonly name: string;
  readonly operation: OperationId;
  /** What is special about this line, for the name of its test. */
  readonly way: string;
  readonly args: readonly string[];
  readonly query: Fields;
  readonly body: Fields | undefined;
  /** A file that `--file -` stands for. */
  readonly file?: Fields;
  /** True if the command may send more fields, which it has read. */
  readonly keepsOtherFields?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Where a command differs from the convention. */
interface Special {
  /** Arguments before those of the path. */
  readonly first?: readonly string[];
  /** Fields of the body that the command finds itself, or with other options. */
  readonly sends?: Fields;
  /** The options that take the place of the one of a field. */
  readonly options?: Readonly<Record<string, readonly string[]>>;
  readonly takesNoFile?: true;
}

const { restockId } = campaigns.restockCampaign.body;
const { withdrawalId } = campaigns.withdrawStock.body;
const special: Readonly<Record<string, Special>> = {
  'change-challenge': { first: [JOIN_CODE] },
  'hide-alias': { sends: { hidden: true } },
  'show-alias': { sends: { hidden: false } },
  'hide-alias-everywhere': { sends: { hidden: true } },
  'show-alias-everywhere': { sends: { hidden: false } },
  restock: { sends: { restockId }, options: { restockId: ['--restock-id', restockId] } },
  'withdraw-stock': { sends: { withdrawalId }, options: { withdrawalId: ['--withdrawal-id', withdrawalId] } },
  'review-club': { options: { decision: ['--reject'] }, takesNoFile: true },
  'verify-practitioner': {
    sends: { verificationValidUntil: '2027-12-31T16:00:00.000Z' },
    options: { verificationValidUntil: ['--until', '2027-12-31'] },
  },
};

export const declaredCommands: readonly AdminCommand[] = Object.values(commandGroups).flat();

/** The lines of all commands that call an operation. */
export function allCommandLines(): readonly CommandLine[] {
  return declaredCommands.flatMap(({ name, operation }) => (operation ? linesOf(name, operation) : []));
}

/** The path of an operation with the examples of its parameters. */
export function pathOf(operation: OperationId): string {
  const { path, params }: Contract = contracts[operation];
  const values = parametersOf(params);
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function linesOf(name: string, operation: OperationId): CommandLine[] {
  const contract: Contract = contracts[operation];
  const { first = [], sends = {}, options = {}, takesNoFile }: Special = special[name] ?? {};
  const params = parametersOf(contract.params);
  const place = [
    name,
    ...first,
    ...contract.path.matchAll(/\{(\w+)\}/g).map(([, param = '']) => String(params[param])),
  ];

  if (!contract.body) {
    return queriesOf(contract).map((query) => {
      const args = Object.entries(query).flatMap(([field, value]) => [flagOf(field), argumentOf(value)]);
      const way = Object.keys(query).join(' ');
      return { name, operation, way, args: [...place, ...args], query, body: undefined };
    });
  }

  const example = Fields.parse(exampleOf(operation).body);
  const isChange = name.startsWith('change-');
  const required = requiredFields(contract.body).filter(([field]) => !(field in sends));
  const areArguments =
    !isChange &&
    required.length <= 2 &&
    required.every(([, { type = '', enum: values }]) => {
      return ['string', 'integer', 'number'].includes(type) && !values;
    });
  const positional = areArguments ? required.map(([field]) => field) : [];
  const given = Object.entries(example).flatMap(([field, value]) => {
    if (options[field]) return options[field];
    return positional.includes(field) || field in sends ? [] : [flagOf(field), argumentOf(value)];
  });
  const line = { name, operation, query: {} };
  const withOptions = {
    ...line,
    way: 'with arguments and options',
    args: [...place, ...positional.map((field) => argumentOf(example[field])), ...given],
    body: { ...example, ...sends },
    keepsOtherFields: isChange,
  };
  const withFile = { ...line, way: 'with a file', args: [...place, '--file'], body: example, file: example };
  return positional.length > 0 || takesNoFile ? [withOptions] : [withOptions, withFile];
}

/** The required parameters of a query, and with each optional one, because some exclude each other. */
function queriesOf({ query, paged }: Contract): Fields[] {
  if (!query) return [{}];
  const required = requiredFields(query).map(([name]) => name);
  const examples = Object.entries(parametersOf(query)).filter(
    ([name]) => !(paged && ['limit', 'cursor'].includes(name)),
  );
  const always = Object.fromEntries(examples.filter(([name]) => required.includes(name)));
  const optional = examples.filter(([name]) => !required.includes(name));
  return [always, ...optional.map(([name, value]) => ({ ...always, [name]: value }))];
}

const Fields = z.record(z.string(), z.unknown());
const JsonSchema = z.object({
  required: z._default(z.array(z.string()), []),
  properties: z.record(
    z.string(),
    z.object({ type: z.optional(z.string()), enum: z.optional(z.array(z.unknown())) }),
  ),
});

function requiredFields(schema: z.ZodMiniType) {
  const { required, properties } = JsonSchema.parse(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  );
  return Object.entries(properties).filter(([name]) => required.includes(name));
}

/** The examples of the parameters of a path or a query. */
function parametersOf(schema: z.ZodMiniType | undefined): Fields {
  const declared = Object.values<ExampleModule>(exampleModules).flatMap(({ meanings }) => meanings);
  const { properties = {} } = declared.find((declaration) => declaration.schema === schema) ?? {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, meaning]) => [
      name,
      typeof meaning === 'object' ? meaning.example : undefined,
    ]),
  );
}

const flagOf = (field: string): string =>
  field === 'version'
    ? '--read-version'
    : `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const argumentOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
