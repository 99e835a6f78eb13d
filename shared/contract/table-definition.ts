/** The one table: CDK deploys this definition and the embedded engine creates it. */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. DynamoDB deletes items some time later, so every read also compares the time. */
  timeToLive: 'ttl',
  /** Overloaded and sparse indexes: an item is in an index only while it has the index keys. All attributes are projected. */
  indexes: {
    gsi1: { partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    gsi2: { partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
  },
  stream: 'NEW_AND_OLD_IMAGES',
} as const;

/** The ledger of requested and completed deletions. It is a separate table, so that restoring the main table keeps it. */
export const ledgerDefinition = { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'ttl' } as const;

export type IndexName = keyof typeof tableDefinition.indexes;
export const indexNames = Object.keys(tableDefinition.indexes) as readonly IndexName[];

/**
 * The prefixes of all partition keys of the table. Each starts with its area, so that IAM's `dynamodb:LeadingKeys` isolates
 * areas and, within an area, kinds of items. `items.ts` in each folder of `shared/` documents the items.
 */
export type TablePrefix =
  | 'ACCOUNT#'
  | 'CLINICAL#TOKEN#'
  | 'CLINICAL#PRACTITIONER#'
  | 'CLINICAL#REQUEST#'
  | 'CLINICAL#RECORDS#'
  | 'CLINICAL#RECORD-ID#'
  | 'CLINICAL#LOG#'
  | 'COMMUNITY#CLUB#'
  | 'COMMUNITY#EVENT#'
  | 'COMMUNITY#EVENT-ID#'
  | 'COMMUNITY#CHALLENGE#'
  | 'COMMUNITY#DISPLAY#'
  | 'COMMUNITY#LEADERBOARD#'
  | 'COMMUNITY#ALIAS#'
  | 'COMMUNITY#ACCOUNT#'
  | 'DELETION#REQUEST#'
  | 'DELETION#RECEIPT#'
  | 'ONBOARDING#FLOW#'
  | 'ONBOARDING#CURRENT'
  | 'ONBOARDING#ACCOUNT#'
  | 'PLATFORM#ACTS#'
  | 'PLATFORM#ACTS-ON#'
  | 'REWARDS#CAMPAIGN#'
  | 'REWARDS#PUBLISHED-COUNT'
  | 'REWARDS#STOCK#'
  | 'REWARDS#ACCOUNT#'
  | 'REWARDS#CLAIM-ID#'
  | 'ROLLUP#RECORD#'
  | 'ROLLUP#REBUILD#'
  | 'WORKSPACE#ID#'
  | 'WORKSPACE#INVITATION#'
  | 'WORKSPACE#INVITATION-TOKEN#'
  | 'WORKSPACE#ACCOUNT#'
  | 'WORKSPACE#REPORT#'
  | 'WORKSPACE#CERTIFICATE-DAYS#';

/** The prefixes of all partition keys of the ledger. */
export type LedgerPrefix = 'REQUESTED#' | 'ERASED#';

/** The prefixes of all partition keys of the indexes. */
export type IndexPrefix =
  | 'ACCOUNT#ADMINISTRATORS'
  | 'CLINICAL#PRACTITIONERS'
  | 'CLINICAL#LOG-OF-PRACTITIONER#'
  | 'CLINICAL#OF-PATIENT#'
  | 'CLINICAL#OF-PRACTITIONER#'
  | 'COMMUNITY#LISTED#'
  | 'COMMUNITY#IN-CLUB#'
  | 'COMMUNITY#IN-EVENT#'
  | 'COMMUNITY#CLUBS#'
  | 'COMMUNITY#OF-CLUB#'
  | 'COMMUNITY#MEMBERS#'
  | 'COMMUNITY#ATTENDEES#'
  | 'COMMUNITY#ENROLLED#'
  | 'COMMUNITY#EXCLUDED#'
  | 'DELETION#PENDING'
  | 'ONBOARDING#FLOWS'
  | 'PLATFORM#ACTS-BY#'
  | 'REWARDS#DRAFT'
  | 'REWARDS#PUBLISHED'
  | 'REWARDS#CLOSED'
  | 'REWARDS#STOCKED'
  | 'REWARDS#SETTLED'
  | 'REWARDS#OF-SHARD#'
  | 'REWARDS#HELD#'
  | 'WORKSPACE#ALL'
  | 'WORKSPACE#INVITATIONS#'
  | 'WORKSPACE#MEMBERS#'
  | 'WORKSPACE#CERTIFICATES#'
  | 'WORKSPACE#CERTIFICATES-OF#';

/** The IAM actions on items by key. A transaction needs the action of each of its parts. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** The actions of a function on the table, by the prefix of the partition key. Indexes are only queried. */
export type Touches = { readonly [Index in IndexName]?: readonly IndexPrefix[] } & {
  readonly table?: Partial<Record<TablePrefix, readonly TableAction[]>>;
  /** The same for the ledger of deletions. */
  readonly ledger?: Partial<Record<LedgerPrefix, readonly TableAction[]>>;
};
