/** An operation of the AWS command line with its options, as its reference lists them. */
export interface AwsCommand {
  /** The address of the reference. */
  readonly source: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const reference = (path: string): string => `https://docs.aws.amazon.com/cli/latest/reference/${path}.html`;

/** Every operation that the blocks of commands in `docs/operations/` may use. Add one together with its source. */
export const awsCommands: Readonly<Record<string, AwsCommand>> = {
  'account enable-region': {
    source: reference('account/enable-region'),
    required: ['region-name'],
    optional: ['account-id'],
  },
  'account get-region-opt-status': {
    source: reference('account/get-region-opt-status'),
    required: ['region-name'],
    optional: ['account-id'],
  },
  'backup delete-backup-vault': {
    source: reference('backup/delete-backup-vault'),
    required: ['backup-vault-name'],
    optional: [],
  },
  'backup delete-backup-vault-lock-configuration': {
    source: reference('backup/delete-backup-vault-lock-configuration'),
    required: ['backup-vault-name'],
    optional: [],
  },
  'backup describe-restore-job': {
    source: reference('backup/describe-restore-job'),
    required: ['restore-job-id'],
    optional: [],
  },
  'backup list-recovery-points-by-backup-vault': {
    source: reference('backup/list-recovery-points-by-backup-vault'),
    required: ['backup-vault-name'],
    optional: [
      'backup-vault-account-id',
      'by-resource-arn',
      'by-resource-type',
      'by-backup-plan-id',
      'by-created-before',
      'by-created-after',
      'by-parent-recovery-point-arn',
    ],
  },
  'backup start-backup-job': {
    source: reference('backup/start-backup-job'),
    required: ['backup-vault-name', 'resource-arn', 'iam-role-arn'],
    optional: [
      'logically-air-gapped-backup-vault-arn',
      'idempotency-token',
      'start-window-minutes',
      'complete-window-minutes',
      'lifecycle',
      'recovery-point-tags',
      'backup-options',
      'index',
    ],
  },
  'backup start-restore-job': {
    source: reference('backup/start-restore-job'),
    required: ['recovery-point-arn', 'metadata'],
    optional: [
      'iam-role-arn',
      'idempotency-token',
      'resource-type',
      'copy-source-tags-to-restored-resource',
      'no-copy-source-tags-to-restored-resource',
    ],
  },
  'cloudformation delete-stack': {
    source: reference('cloudformation/delete-stack'),
    required: ['stack-name'],
    optional: ['retain-resources', 'role-arn', 'client-request-token', 'deletion-mode'],
  },
  'cloudformation update-termination-protection': {
    source: reference('cloudformation/update-termination-protection'),
    required: ['stack-name'],
    optional: ['enable-termination-protection', 'no-enable-termination-protection'],
  },
  'cloudformation wait stack-delete-complete': {
    source: reference('cloudformation/wait/stack-delete-complete'),
    required: [],
    optional: ['stack-name', 'include-property-values', 'starting-token', 'max-items'],
  },
  'cloudtrail describe-trails': {
    source: reference('cloudtrail/describe-trails'),
    required: [],
    optional: ['trail-name-list', 'include-shadow-trails', 'no-include-shadow-trails'],
  },
  'cloudtrail get-trail-status': {
    source: reference('cloudtrail/get-trail-status'),
    required: ['name'],
    optional: [],
  },
  'cloudtrail lookup-events': {
    source: reference('cloudtrail/lookup-events'),
    required: [],
    optional: [
      'lookup-attributes',
      'start-time',
      'end-time',
      'event-category',
      'starting-token',
      'page-size',
      'max-items',
    ],
  },
  'cloudtrail start-logging': {
    source: reference('cloudtrail/start-logging'),
    required: ['name'],
    optional: [],
  },
  'cloudtrail validate-logs': {
    source: reference('cloudtrail/validate-logs'),
    required: ['trail-arn', 'start-time'],
    optional: ['end-time', 's3-bucket', 's3-prefix', 'account-id', 'verbose'],
  },
  'codeconnections create-connection': {
    source: reference('codeconnections/create-connection'),
    required: ['connection-name'],
    optional: ['provider-type', 'tags', 'host-arn'],
  },
  'codeconnections get-connection': {
    source: reference('codeconnections/get-connection'),
    required: ['connection-arn'],
    optional: [],
  },
  'cognito-idp admin-get-user': {
    source: reference('cognito-idp/admin-get-user'),
    required: ['user-pool-id', 'username'],
    optional: [],
  },
  'cognito-idp list-users': {
    source: reference('cognito-idp/list-users'),
    required: ['user-pool-id'],
    optional: ['attributes-to-get', 'limit', 'filter', 'starting-token', 'page-size', 'max-items'],
  },
  'dynamodb delete-table': {
    source: reference('dynamodb/delete-table'),
    required: ['table-name'],
    optional: [],
  },
  'dynamodb describe-continuous-backups': {
    source: reference('dynamodb/describe-continuous-backups'),
    required: ['table-name'],
    optional: [],
  },
  'dynamodb describe-table': {
    source: reference('dynamodb/describe-table'),
    required: ['table-name'],
    optional: [],
  },
  'dynamodb describe-time-to-live': {
    source: reference('dynamodb/describe-time-to-live'),
    required: ['table-name'],
    optional: [],
  },
  'dynamodb get-item': {
    source: reference('dynamodb/get-item'),
    required: ['table-name', 'key'],
    optional: [
      'attributes-to-get',
      'consistent-read',
      'no-consistent-read',
      'return-consumed-capacity',
      'projection-expression',
      'expression-attribute-names',
    ],
  },
  'dynamodb restore-table-to-point-in-time': {
    source: reference('dynamodb/restore-table-to-point-in-time'),
    required: ['target-table-name'],
    optional: [
      'source-table-arn',
      'source-table-name',
      'use-latest-restorable-time',
      'no-use-latest-restorable-time',
      'restore-date-time',
      'billing-mode-override',
      'global-secondary-index-override',
      'local-secondary-index-override',
      'provisioned-throughput-override',
      'on-demand-throughput-override',
      'sse-specification-override',
    ],
  },
  'dynamodb scan': {
    source: reference('dynamodb/scan'),
    required: ['table-name'],
    optional: [
      'index-name',
      'attributes-to-get',
      'select',
      'scan-filter',
      'conditional-operator',
      'return-consumed-capacity',
      'total-segments',
      'segment',
      'projection-expression',
      'filter-expression',
      'expression-attribute-names',
      'expression-attribute-values',
      'consistent-read',
      'starting-token',
      'page-size',
      'max-items',
    ],
  },
  'dynamodb update-continuous-backups': {
    source: reference('dynamodb/update-continuous-backups'),
    required: ['table-name', 'point-in-time-recovery-specification'],
    optional: [],
  },
  'dynamodb update-table': {
    source: reference('dynamodb/update-table'),
    required: ['table-name'],
    optional: [
      'attribute-definitions',
      'billing-mode',
      'provisioned-throughput',
      'global-secondary-index-updates',
      'stream-specification',
      'sse-specification',
      'replica-updates',
      'table-class',
      'deletion-protection-enabled',
      'no-deletion-protection-enabled',
      'multi-region-consistency',
      'global-table-witness-updates',
      'on-demand-throughput',
      'warm-throughput',
      'global-table-settings-replication-mode',
    ],
  },
  'dynamodb update-time-to-live': {
    source: reference('dynamodb/update-time-to-live'),
    required: ['table-name', 'time-to-live-specification'],
    optional: [],
  },
  'dynamodb wait table-exists': {
    source: reference('dynamodb/wait/table-exists'),
    required: ['table-name'],
    optional: [],
  },
  'iam put-role-policy': {
    source: reference('iam/put-role-policy'),
    required: ['role-name', 'policy-name', 'policy-document'],
    optional: [],
  },
  'iam update-access-key': {
    source: reference('iam/update-access-key'),
    required: ['access-key-id', 'status'],
    optional: ['user-name'],
  },
  'kms cancel-key-deletion': {
    source: reference('kms/cancel-key-deletion'),
    required: ['key-id'],
    optional: [],
  },
  'kms delete-alias': {
    source: reference('kms/delete-alias'),
    required: ['alias-name'],
    optional: [],
  },
  'kms enable-key': { source: reference('kms/enable-key'), required: ['key-id'], optional: [] },
  'lambda invoke': {
    source: reference('lambda/invoke'),
    required: ['function-name'],
    optional: [
      'invocation-type',
      'log-type',
      'client-context',
      'durable-execution-name',
      'payload',
      'qualifier',
      'tenant-id',
    ],
  },
  'lambda list-event-source-mappings': {
    source: reference('lambda/list-event-source-mappings'),
    required: [],
    optional: ['event-source-arn', 'function-name'],
  },
  'lambda update-event-source-mapping': {
    source: reference('lambda/update-event-source-mapping'),
    required: ['uuid'],
    optional: ['function-name', 'enabled', 'no-enabled', 'batch-size', 'filter-criteria'],
  },
  'logs get-query-results': {
    source: reference('logs/get-query-results'),
    required: ['query-id'],
    optional: [],
  },
  'logs start-query': {
    source: reference('logs/start-query'),
    required: ['start-time', 'end-time', 'query-string'],
    optional: ['query-language', 'log-group-name', 'log-group-names', 'log-group-identifiers', 'limit'],
  },
  'route53 change-resource-record-sets': {
    source: reference('route53/change-resource-record-sets'),
    required: ['hosted-zone-id', 'change-batch'],
    optional: [],
  },
  'route53 create-hosted-zone': {
    source: reference('route53/create-hosted-zone'),
    required: ['name', 'caller-reference'],
    optional: ['vpc', 'hosted-zone-config', 'delegation-set-id'],
  },
  'route53 get-hosted-zone': {
    source: reference('route53/get-hosted-zone'),
    required: ['id'],
    optional: [],
  },
  's3 cp': {
    source: reference('s3/cp'),
    required: [],
    optional: ['recursive', 'exclude', 'include', 'dryrun', 'quiet', 'only-show-errors', 'no-progress'],
  },
  's3api delete-bucket': {
    source: reference('s3api/delete-bucket'),
    required: ['bucket'],
    optional: ['expected-bucket-owner'],
  },
  'secretsmanager delete-secret': {
    source: reference('secretsmanager/delete-secret'),
    required: ['secret-id'],
    optional: ['recovery-window-in-days', 'force-delete-without-recovery'],
  },
  'sesv2 create-email-identity': {
    source: reference('sesv2/create-email-identity'),
    required: ['email-identity'],
    optional: ['tags', 'dkim-signing-attributes', 'configuration-set-name'],
  },
  'sesv2 get-account': { source: reference('sesv2/get-account'), required: [], optional: [] },
  'sesv2 get-email-identity': {
    source: reference('sesv2/get-email-identity'),
    required: ['email-identity'],
    optional: [],
  },
  'sesv2 put-account-details': {
    source: reference('sesv2/put-account-details'),
    required: ['mail-type', 'website-url'],
    optional: [
      'contact-language',
      'use-case-description',
      'additional-contact-email-addresses',
      'production-access-enabled',
      'no-production-access-enabled',
    ],
  },
  'sns subscribe': {
    source: reference('sns/subscribe'),
    required: ['topic-arn', 'protocol'],
    optional: [
      'notification-endpoint',
      'attributes',
      'return-subscription-arn',
      'no-return-subscription-arn',
    ],
  },
  'wafv2 get-rate-based-statement-managed-keys': {
    source: reference('wafv2/get-rate-based-statement-managed-keys'),
    required: ['scope', 'web-acl-name', 'web-acl-id', 'rule-name'],
    optional: ['rule-group-rule-name'],
  },
};

/**
 * The options of every operation that the documents may use.
 * https://docs.aws.amazon.com/cli/latest/reference/index.html#options
 */
export const globalOptions: readonly string[] = [
  'profile',
  'region',
  'query',
  'output',
  'cli-read-timeout',
  'cli-binary-format',
];

/** The keys that `--metadata` may have for a table. https://docs.aws.amazon.com/aws-backup/latest/devguide/restoring-dynamodb.html */
export const restoreMetadata: readonly string[] = ['targetTableName', 'encryptionType', 'kmsMasterKeyArn'];
