import type * as z from 'zod/mini';
import { contracts } from '../../../functions/contracts.ts';
import { RefusedRequest } from '../../../shared/contract/refusals.ts';
import { validated } from '../../../shared/http/validation.ts';
import { MAX_CHALLENGES } from '../../../shared/values/limits.ts';
import { definitionOf, shapeOf } from '../inputs.ts';
import type { TableFile, TableRow } from './table-file.ts';

/**
 * The rows of an import. Each row is an exhibition, or a challenge or a campaign of the exhibition with its `joinCode`. The columns are the
 * fields of the API. All rows are checked as the API checks them, before the first one is sent.
 */

export const KINDS = ['exhibition', 'challenge', 'campaign'] as const;
export type Kind = (typeof KINDS)[number];

/** A row that the API will accept, apart from what only the platform knows. */
export interface ImportRow {
  readonly number: number;
  readonly kind: Kind;
  readonly joinCode: string;
  readonly title: string;
  /** The body of the request, without the `eventId` of a campaign. */
  readonly body: Readonly<Record<string, unknown>>;
}

interface Checked {
  readonly rows: readonly ImportRow[];
  /** All problems of the file, each as a sentence that names its row. */
  readonly problems: readonly string[];
}

/** The `eventId` of a campaign is only known once its exhibition exists. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

const SCHEMAS: Readonly<Record<Kind, z.ZodMiniType>> = {
  exhibition: contracts.createEvent.body,
  challenge: contracts.createChallenge.body,
  campaign: contracts.createCampaign.body,
};
const fieldsOf = (kind: Kind): Readonly<Record<string, z.ZodMiniType>> => {
  const { eventId: _, ...fields } = shapeOf(SCHEMAS[kind]);
  return fields;
};

/** All columns that a file can have. */
export const COLUMNS: readonly string[] = [
  ...new Set(['kind', 'joinCode', ...KINDS.flatMap((kind) => Object.keys(fieldsOf(kind)))]),
];

/** Checks all rows of a file, in the order exhibitions, challenges, campaigns. */
export function checkedRows({ columns, rows, problems }: TableFile): Checked {
  const unknown = columns.filter((name) => !COLUMNS.includes(name));
  const checked = rows.map(checkedRow);
  const good = checked.flatMap(({ row }) => row ?? []);
  const sorted = KINDS.flatMap((kind) => good.filter((row) => row.kind === kind));
  return {
    rows: sorted,
    problems: [
      ...problems,
      ...unknown.map((name) => `There is no column ${name}. Columns are ${COLUMNS.join(', ')}.`),
      ...(rows.length === 0 ? ['The file has no rows.'] : []),
      ...checked.flatMap((row) => row.problems),
      ...duplicates(sorted),
      ...tooManyChallenges(sorted),
      ...outsideTheirExhibition(sorted),
    ],
  };
}

/** `2026-11-24 08:00` and `2026-11-24` are Malaysian times, which spreadsheets can hold. */
const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/;

function checkedRow({ number, cells }: TableRow): {
  readonly row?: ImportRow;
  readonly problems: readonly string[];
} {
  const { kind: name = '', joinCode = '', ...others } = cells;
  const kind = KINDS.find((known) => known === name);
  if (!kind) return { problems: [`Row ${number}: kind must be one of ${KINDS.join(', ')}.`] };
  const fields = fieldsOf(kind);
  const foreign = Object.keys(others).filter((column) => COLUMNS.includes(column) && !(column in fields));
  const given = { ...others, ...(kind === 'exhibition' && { joinCode }) };
  const body = Object.fromEntries(
    Object.entries(fields).flatMap(([field, schema]) => {
      const value = typed(given[field as keyof typeof given], schema);
      return value === undefined ? [] : [[field, value]];
    }),
  );
  const whole = { ...body, ...(kind === 'campaign' && { eventId: ANY_ID }) };
  const problems = [
    ...problemsOf(contracts.getPlatformEvent.params, { code: joinCode }).map((text) =>
      text.replace(/^code/, 'joinCode'),
    ),
    ...foreign.map((column) => `${column} is no field of ${kind === 'exhibition' ? 'an' : 'a'} ${kind}`),
    ...problemsOf(SCHEMAS[kind], whole).filter((text) => !text.startsWith('joinCode ')),
  ];
  const title = typeof body['title'] === 'string' ? body['title'] : '';
  return {
    problems: problems.map((text) => `Row ${number}: ${text}.`),
    ...(problems.length === 0 && {
      row: { number, kind, joinCode, title, body: withoutEvent(validated(SCHEMAS[kind], whole)) },
    }),
  };
}

/** The text of a cell as the type of its field. An empty cell is an empty text, or nothing. */
function typed(cell: string | undefined, schema: z.ZodMiniType): unknown {
  const { type, format } = definitionOf(schema);
  const isOptional = ['optional', 'default'].includes(schema.def.type);
  if (cell === undefined) return type === 'string' && format === undefined && !isOptional ? '' : undefined;
  if (type === 'number')
    return /^-?[\d., ]+$/.test(cell) ? Number(cell.replace(/[, ](?=\d{3}\b)/g, '')) : cell;
  if (type === 'boolean') return /^(true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell;
  if (type === 'object') return jsonOf(cell);
  const [, date, time = '00:00', seconds = ':00'] = (format === 'date-time' && LOCAL_TIME.exec(cell)) || [];
  return date === undefined ? cell : `${date}T${time}${seconds}+08:00`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function problemsOf(schema: z.ZodMiniType, value: unknown): string[] {
  try {
    validated(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error;
    return (error.issues ?? []).map(({ path, message }) =>
      message.includes('a time of RFC 3339')
        ? `${path} must be a time such as 2026-11-24 08:00, or one of RFC 3339`
        : `${path} ${message}`,
    );
  }
}

function withoutEvent(body: unknown): Readonly<Record<string, unknown>> {
  const { eventId: _, ...others } = Object(body);
  return others;
}

/** What makes two rows the same resource, so that a repeated import finds what it has created. */
export const identityOf = ({ kind, joinCode, title, body }: ImportRow): string =>
  JSON.stringify([
    kind,
    joinCode,
    ...(kind === 'exhibition' ? [] : [title]),
    ...(kind === 'campaign' ? [body['merchantTenantId']] : []),
  ]);

const WHAT: Readonly<Record<Kind, string>> = {
  exhibition: 'exhibition with this joinCode',
  challenge: 'challenge of this exhibition with this title',
  campaign: 'campaign of this merchant and exhibition with this title',
};

function duplicates(rows: readonly ImportRow[]): string[] {
  return [...Map.groupBy(rows, identityOf).values()].flatMap(([first, ...others]) =>
    others.map(({ number, kind }) => `Row ${number}: row ${first?.number} has another ${WHAT[kind]}.`),
  );
}

function tooManyChallenges(rows: readonly ImportRow[]): string[] {
  const challenges = rows.filter(({ kind }) => kind === 'challenge');
  return [...Map.groupBy(challenges, ({ joinCode }) => joinCode)]
    .flatMap(([, some]) => some[MAX_CHALLENGES] ?? [])
    .map(hasTooMany);
}

function outsideTheirExhibition(rows: readonly ImportRow[]): string[] {
  const ends = new Map(
    rows.flatMap(({ kind, joinCode, body }) =>
      kind === 'exhibition' ? [[joinCode, String(body['endsAt'])]] : [],
    ),
  );
  return rows
    .filter(
      ({ kind, joinCode, body }) =>
        kind === 'challenge' && String(body['endsAt']) > (ends.get(joinCode) ?? '9'),
    )
    .map(endsTooLate);
}

/** @param row the first challenge that its exhibition has no room for */
export const hasTooMany = ({ number, joinCode }: ImportRow): string =>
  `Row ${number}: ${joinCode} would have more than ${MAX_CHALLENGES} challenges.`;

export const endsTooLate = ({ number }: ImportRow): string =>
  `Row ${number}: the challenge must not end after its exhibition.`;
