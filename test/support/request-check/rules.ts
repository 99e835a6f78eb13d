/** DynamoDB's documented rules for requests, each with its page. The embedded engine accepts some invalid requests. */

const GUIDE = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const REFERENCE = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference';

export const rules = {
  /** An expression follows the grammar. An empty expression is invalid. */
  grammar: `${GUIDE}/Expressions.OperatorsAndFunctions.html`,
  /** An expression has at most 4 KB, 300 operators and 100 operands of IN. */
  expression_size: `${GUIDE}/Constraints.html#limits-expression-parameters`,
  /** Every name placeholder that is used is defined, every one that is defined is used, and the map is not empty. */
  names: `${GUIDE}/Expressions.ExpressionAttributeNames.html`,
  /** The same rule for value placeholders. */
  values: `${GUIDE}/Expressions.ExpressionAttributeValues.html`,
  reserved_word: `${GUIDE}/ReservedWords.html`,
  /** The operands of an operator or function have accepted types and are not identical. */
  operands: `${GUIDE}/Expressions.OperatorsAndFunctions.html`,
  /** An update changes no key attribute of the table. */
  key_in_update: `${REFERENCE}/API_UpdateItem.html`,
  /** No two paths of an update are equal, and none is a part of another. */
  overlapping_paths: `${GUIDE}/Expressions.UpdateExpressions.html`,
  /** The filter of a query names no key attribute of the queried table or index. */
  key_in_filter: `${GUIDE}/Query.FilterExpression.html`,
  /** A query names its partition by `=`, and its sort key by at most one condition. */
  key_condition: `${GUIDE}/Query.KeyConditionExpressions.html`,
  /** A key has exactly the table's key attributes. Each has the right type and is not empty. */
  key: `${GUIDE}/HowItWorks.NamingRulesDataTypes.html`,
  /** A partition key has at most 2,048 bytes and a sort key 1,024. */
  key_size: `${GUIDE}/Constraints.html#limits-partition-sort-keys`,
  /** An index key attribute of an item has the right type and size and is not empty. */
  index_key: `${GUIDE}/GSI.html`,
  /** Sets are not empty, numbers have at most 38 digits, and nothing is nested deeper than 32 levels. */
  attribute_value: `${GUIDE}/HowItWorks.NamingRulesDataTypes.html`,
  /** An item has at most 400 KB. */
  item_size: `${GUIDE}/Constraints.html#limits-items`,
  /** An index is never read consistently. */
  consistent_read: `${GUIDE}/HowItWorks.ReadConsistency.html`,
  /** A query continues in its own partition, and a limit is at least 1. */
  start_key: `${GUIDE}/Query.Pagination.html`,
  /**
   * A transaction has 1 to 100 parts and at most 4 MB. No two parts name the same item, and each part has the
   * parameters of its action.
   */
  transaction: `${REFERENCE}/API_TransactWriteItems.html`,
  /** An idempotency token belongs to one request for ten minutes. */
  client_token: `${REFERENCE}/API_TransactWriteItems.html`,
  /** A batch reads 1 to 100 items or writes 1 to 25, no item twice. */
  batch: `${REFERENCE}/API_BatchWriteItem.html`,
} as const;

export type Rule = keyof typeof rules;

/** A rule that a request violates, and how. */
export interface Violation {
  readonly rule: Rule;
  readonly what: string;
}

export type Tell = (rule: Rule, what: string) => void;
