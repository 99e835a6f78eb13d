import { MAX_CHALLENGES } from '../../../shared/values/limits.ts';
import type { Answer, ApiClient } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { allCampaigns, type Campaign } from '../commands/known-names.ts';
import { endsTooLate, hasTooMany, type ImportRow, identityOf } from './rows.ts';

/** What the platform already has of an import, and what keeps rows from being created. */

export interface Present {
  /** The ids of the exhibitions, by their code. */
  readonly eventIds: Map<string, string>;
  /** The ids of the resources that exist already, by the identity of their row. */
  readonly ids: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

type Exhibition = Answer<'getPlatformEvent'>;

/** Reads that run concurrently. */
const AT_ONCE = 8;

/** Finds the exhibitions, clubs, merchants and campaigns that the rows name. */
export async function readPresent(api: ApiClient, rows: readonly ImportRow[]): Promise<Present> {
  const codes = [...new Set(rows.map(({ joinCode }) => joinCode))];
  const exhibitions = await readEach(codes, (code) =>
    orNothing('event_not_found', api.call('getPlatformEvent', { params: { code } })),
  );
  const clubs = await readEach(idsOf(rows, 'clubId'), (id) =>
    orNothing('club_not_found', api.call('getPlatformClub', { params: { id } })),
  );
  const merchants = await readEach(idsOf(rows, 'merchantTenantId'), (workspaceId) =>
    orNothing('workspace_not_found', api.call('getWorkspace', { params: { workspaceId } })),
  );
  const campaigns = rows.some(({ kind }) => kind === 'campaign') ? await allCampaigns(api) : [];
  const found = rows.map((row) => ({
    row,
    existing: existingOf(row, exhibitions.get(row.joinCode), campaigns),
  }));
  const coming = new Set(rows.flatMap(({ kind, joinCode }) => (kind === 'exhibition' ? joinCode : [])));
  return {
    eventIds: new Map(
      [...exhibitions].flatMap(([code, answer]) => (answer ? [[code, answer.event.id]] : [])),
    ),
    ids: new Map(found.flatMap(({ row, existing }) => (existing ? [[identityOf(row), existing.id]] : []))),
    problems: [
      ...found.flatMap(({ row, existing }) =>
        [
          ...(existing ? differences(row, existing) : []),
          ...(exhibitions.get(row.joinCode) || coming.has(row.joinCode)
            ? []
            : [`there is no exhibition ${row.joinCode}`]),
          ...('clubId' in row.body && !clubs.get(String(row.body['clubId']))
            ? ['no club has this clubId']
            : []),
          ...('merchantTenantId' in row.body &&
          merchants.get(String(row.body['merchantTenantId']))?.workspaceKind !== 'merchant'
            ? ['no merchant has this merchantTenantId']
            : []),
        ].map((text) => `Row ${row.number}: ${text}.`),
      ),
      ...misfits(
        found.flatMap(({ row, existing }) => (row.kind === 'challenge' && !existing ? [row] : [])),
        exhibitions,
      ),
    ],
  };
}

/** What the platform would refuse of new challenges, because of the exhibitions that it has already. */
function misfits(
  added: readonly ImportRow[],
  exhibitions: ReadonlyMap<string, Exhibition | undefined>,
): string[] {
  return [...Map.groupBy(added, ({ joinCode }) => joinCode)].flatMap(([joinCode, rows]) => {
    const exhibition = exhibitions.get(joinCode);
    if (!exhibition) return [];
    const { event, challenges } = exhibition;
    const late = rows.filter(({ body }) => String(body['endsAt']) > event.endsAt);
    const surplus = rows[MAX_CHALLENGES - challenges.length];
    return [...late.map(endsTooLate), ...(surplus ? [hasTooMany(surplus)] : [])];
  });
}

async function readEach<Found>(
  keys: readonly string[],
  read: (key: string) => Promise<Found>,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    await Promise.all(keys.slice(at, at + AT_ONCE).map(async (key) => found.set(key, await read(key))));
  }
  return found;
}

async function orNothing<Found>(code: string, reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CommandError && error.code === code) return undefined;
    throw error;
  }
}

const idsOf = (rows: readonly ImportRow[], field: string): string[] => [
  ...new Set(rows.flatMap(({ body }) => (field in body ? String(body[field]) : []))),
];

type Existing = Readonly<Record<string, unknown>> & { readonly id: string };

function existingOf(
  { kind, title, body }: ImportRow,
  exhibition: Exhibition | undefined,
  campaigns: readonly Campaign[],
): Existing | undefined {
  if (!exhibition) return undefined;
  if (kind === 'exhibition') return exhibition.event;
  if (kind === 'challenge') return exhibition.challenges.find((challenge) => challenge.title === title);
  return campaigns.find(
    (campaign) =>
      campaign.eventId === exhibition.event.id &&
      campaign.merchantTenantId === body['merchantTenantId'] &&
      campaign.title === title,
  );
}

/** A repeated import must not hide that somebody has changed the resource, or the row. Units can be added after the publication. */
function differences({ kind, body }: ImportRow, existing: Existing): string[] {
  const changed = Object.entries(body)
    .filter(([field]) => !(field === 'stockUnits' && existing['status'] !== 'draft'))
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(existing[field]))
    .map(([field]) => field);
  return changed.length === 0
    ? []
    : [
        `the ${kind} exists already (${existing.id}), with another ${changed.join(', ')}; correct the row, or change it with change-${kind === 'exhibition' ? 'event' : kind}`,
      ];
}
