/** What AWS compares with an event of CloudTrail: the patterns of EventBridge, and the selectors of a trail. */

/**
 * Whether a pattern of EventBridge matches an event. Fields of a pattern must all match; of the values of a field, one must. A value
 * that is absent from the event matches only `exists: false`.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 * @throws {Error} for an operator that the patterns of the stacks do not use
 */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  return Object.entries(Object(pattern)).every(([name, wanted]) => {
    const value: unknown = event === undefined || event === null ? undefined : Object(event)[name];
    return Array.isArray(wanted)
      ? wanted.some((condition: unknown) => meets(condition, value))
      : matchesPattern(wanted, value);
  });
}

function meets(condition: unknown, value: unknown): boolean {
  if (typeof condition === 'string') return value === condition;
  const [[operator, operand] = ['', undefined], ...more] = Object.entries(Object(condition));
  if (more.length > 0) throw new Error(`more than one operator in ${JSON.stringify(condition)}`);
  if (operator === 'exists' && operand === false) return value === undefined;
  if (operator === 'prefix' && typeof operand === 'string')
    return typeof value === 'string' && value.startsWith(operand);
  if (operator === 'anything-but' && Array.isArray(operand))
    return value !== undefined && !operand.includes(value);
  throw new Error(`the operator ${operator} is not known`);
}

/** A selector of a trail, in the form of its template. */
export interface Selector {
  readonly FieldSelectors: readonly {
    readonly Field: string;
    readonly Equals?: readonly string[];
    readonly NotStartsWith?: readonly string[];
  }[];
}

/** The fields of an event by which a trail selects it. */
export type Selectable = Readonly<Record<string, string | undefined>>;

/**
 * Whether a trail records an event: one selector must match, and of that all fields.
 * https://docs.aws.amazon.com/awscloudtrail/latest/userguide/filtering-data-events.html
 */
export const isRecorded = (selectors: readonly Selector[], event: Selectable): boolean =>
  selectors.some(({ FieldSelectors }) =>
    FieldSelectors.every(({ Field, Equals, NotStartsWith = [] }) => {
      const value = event[Field] ?? '';
      return (
        (Equals === undefined || Equals.includes(value)) &&
        !NotStartsWith.some((beginning) => value.startsWith(beginning))
      );
    }),
  );
