/** How the stream invokes its workers. Tests compare the templates with this, and simulate it. */
export const streamMapping = {
  StartingPosition: 'TRIM_HORIZON',
  BatchSize: 97,
  MaximumRetryAttempts: 4,
  BisectBatchOnFunctionError: true,
  FunctionResponseTypes: ['ReportBatchItemFailures'],
} as const;
