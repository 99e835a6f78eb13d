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

/** Marks a partition with one kind of item, whose sort keys begin with a time, an id or a row. */
type OneKind = string;

/**
 * The prefixes of all partition keys of the table, each with the heads of the sort keys in such a partition: the text before
 * the first `#`, which names the kind of the item. Each prefix starts with its area, so that IAM's `dynamodb:LeadingKeys`
 * isolates areas and, within an area, kinds of items. `items.ts` in each folder of `shared/` documents the items.
 *
 * An item with another head does not compile. The erasure, the copy of one's own data and the account with everything of the
 * tests are records over these heads, so a new head does not compile before they handle it.
 */
interface SortKeyHeads {
  'ACCOUNT#': 'STANDING';
  'CLINICAL#TOKEN#': 'TOKEN';
  'CLINICAL#PRACTITIONER#': 'VERIFICATION';
  'CLINICAL#REQUEST#': 'REQUEST';
  'CLINICAL#RECORDS#': OneKind;
  'CLINICAL#RECORD-ID#': OneKind;
  'CLINICAL#LOG#': OneKind;
  'COMMUNITY#CLUB#': 'CLUB' | 'LATEST';
  'COMMUNITY#EVENT#': 'EVENT';
  'COMMUNITY#EVENT-ID#': 'POINTER';
  'COMMUNITY#CHALLENGE#': 'CHALLENGE';
  'COMMUNITY#DISPLAY#': 'COUNT' | 'RANK';
  'COMMUNITY#LEADERBOARD#': 'RANK';
  'COMMUNITY#ALIAS#': 'ALIAS';
  'COMMUNITY#HIDDEN#': 'ALIAS';
  'COMMUNITY#ACCOUNT#': 'CREATED' | 'CLUB' | 'EVENT' | 'CHALLENGE' | 'CONSENTS' | 'EXCLUSION';
  'DELETION#REQUEST#': 'REQUEST';
  'DELETION#RECEIPT#': OneKind;
  'NOTICE#': 'AT' | 'MAIL' | 'READ' | 'SETTINGS';
  'NOTICE-DEVICE#': 'DEVICE';
  'NOTICE-EXHIBITION#': 'NEWS';
  'NOTICE-ONCE#': 'ONCE';
  'NOTICE-TIMES': 'UP-TO';
  'ONBOARDING#FLOW#': 'FLOW';
  'ONBOARDING#CURRENT': 'CURRENT';
  'ONBOARDING#ACCOUNT#': 'ANSWERS';
  'PLATFORM#ACTS#': OneKind;
  'PLATFORM#ACTS-ON#': OneKind;
  'PLATFORM#BACKFILL#': 'POSITION';
  'REWARDS#OF-EVENT#': 'CAMPAIGN';
  'REWARDS#CAMPAIGN#': 'CAMPAIGN' | 'RESTOCK' | 'WITHDRAWAL';
  'REWARDS#HOLDS#': 'HOLDS' | 'HOLDS-UNTIL';
  'REWARDS#PUBLISHED-COUNT': 'COUNT';
  'REWARDS#STOCK#': 'SHARD' | 'LEASE';
  'REWARDS#ACCOUNT#': 'CLAIM';
  'REWARDS#CLAIM-CODE#': OneKind;
  'REWARDS#LOOKUPS#': 'HOUR';
  'ROLLUP#COUNTED': 'UP-TO';
  'ROLLUP#CERTIFICATES#': 'REST';
  'ROLLUP#RECORD#': OneKind;
  'ROLLUP#REBUILD#': 'LOCK' | 'PROGRESS';
  'WORKSPACE#ID#': 'WORKSPACE';
  'WORKSPACE#INVITATION#': 'INVITATION';
  'WORKSPACE#INVITATION-TOKEN#': 'TOKEN';
  'WORKSPACE#BATCH#': OneKind;
  'WORKSPACE#LIST#': OneKind;
  'WORKSPACE#ACCOUNT#': 'MEMBER' | 'CERTIFICATE' | 'ACCEPTED' | 'CONSENTS';
  'WORKSPACE#DRAFTS#': 'COUNT';
  'WORKSPACE#REPORT#': OneKind;
  'WORKSPACE#CERTIFICATE-DAYS#': OneKind;
}

/** The prefix of a partition key of the table. */
export type TablePrefix = keyof SortKeyHeads;

/** The heads of the sort keys in partitions with a prefix. */
export type HeadIn<Prefix extends TablePrefix> = SortKeyHeads[Prefix];

/** The sort keys in partitions with a prefix. */
export type SortKeyIn<Prefix extends TablePrefix | LedgerPrefix> = Prefix extends TablePrefix
  ? HeadIn<Prefix> | `${HeadIn<Prefix>}#${string}`
  : string;

/** The prefixes of all partition keys of the ledger. */
export type LedgerPrefix = 'REQUESTED#' | 'ERASED#';

/** The prefixes of all partition keys of the indexes. */
export type IndexPrefix =
  | 'ACCOUNT#ADMINISTRATORS'
  | 'ACCOUNT#CLOSING'
  | 'CLINICAL#PRACTITIONERS'
  | 'CLINICAL#PRACTITIONER-ID#'
  | 'CLINICAL#LOG-OF-PRACTITIONER#'
  | 'CLINICAL#OF-PATIENT#'
  | 'CLINICAL#OF-PRACTITIONER#'
  | 'COMMUNITY#LISTED#'
  | 'COMMUNITY#IN-CLUB#'
  | 'COMMUNITY#CLUBS#'
  | 'COMMUNITY#OF-CLUB#'
  | 'COMMUNITY#MEMBERS#'
  | 'COMMUNITY#ATTENDEES#'
  | 'COMMUNITY#ENROLLED#'
  | 'COMMUNITY#EXCLUDED#'
  | 'COMMUNITY#HIDING'
  | 'COMMUNITY#EXHIBITIONS'
  | 'DELETION#PENDING'
  | 'NOTICE#DEVICES#'
  | 'NOTICE#DEVICES-TO-CLEAR'
  | 'NOTICE#EXHIBITIONS'
  | 'NOTICE#MAILS'
  | 'NOTICE#WAITING#'
  | 'ONBOARDING#FLOWS'
  | 'PLATFORM#ACTS-BY#'
  | 'REWARDS#DRAFT'
  | 'REWARDS#PUBLISHED'
  | 'REWARDS#CLOSED'
  | 'REWARDS#STOCKED'
  | 'REWARDS#FINISHED'
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
