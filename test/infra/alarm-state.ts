/** What CloudWatch decides about an alarm, for the properties that these templates use. */
interface AlarmProperties {
  readonly Threshold: number;
  readonly EvaluationPeriods: number;
  readonly ComparisonOperator: string;
  readonly TreatMissingData: string;
}

const COMPARISONS: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

/**
 * @param values one for each period, the latest last; `undefined` for a period without data
 * @returns whether the alarm is on
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
 */
export function isAlarmOn(
  { Threshold, EvaluationPeriods, ComparisonOperator, TreatMissingData }: AlarmProperties,
  values: readonly (number | undefined)[],
): boolean {
  const isBreaching = COMPARISONS[ComparisonOperator];
  if (!isBreaching) throw new Error(`${ComparisonOperator} is not known`);
  const latest = Array.from({ length: EvaluationPeriods }, (_, n) => values.at(n - EvaluationPeriods));
  return latest.every((value) =>
    value === undefined ? TreatMissingData === 'breaching' : isBreaching(value, Threshold),
  );
}
