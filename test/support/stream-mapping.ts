/** How the stream is handed to its workers: what is deployed is held against this, and what comes of it is tried with this. */
export const streamMapping = {
  StartingPosition: 'TRIM_HORIZON',
  BatchSize: 100,
  MaximumRetryAttempts: 4,
  BisectBatchOnFunctionError: true,
  FunctionResponseTypes: ['ReportBatchItemFailures'],
} as const;
