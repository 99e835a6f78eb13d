import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Schedule } from '../../../local/events/schedules.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { Resource } from '../cloudformation/resource.ts';
import type { Lambda } from '../functions/lambda.ts';
import type { Permissions } from '../iam/permissions.ts';
import type { Usage } from '../services/principals.ts';

/** EventBridge's schedule rules, and Lambda's asynchronous invocations. */
export interface RuleOptions {
  readonly deployment: Deployment;
  readonly functions: readonly Lambda[];
  readonly permissions: Permissions;
  readonly usage: Usage;
  readonly now: () => Date;
}

export interface RulePlan extends Schedule {
  /** Its target. */
  readonly function: Lambda;
}

const Rule = z.object({
  ScheduleExpression: z.string(),
  State: z.optional(z.literal('ENABLED')),
  Targets: z.array(z.strictObject({ Arn: z.string(), Id: z.string() })),
});
const MessageRule = z.object({
  EventPattern: z.optional(z.object({})),
  Targets: z.array(z.object({ Arn: z.string() })),
});
const InvokeConfig = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.optional(z.number()),
});

const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

/** @throws {Error} for an unsupported schedule. */
export function rulePlans(options: RuleOptions): readonly RulePlan[] {
  const { deployment } = options;
  if (deployment.ofType('AWS::Scheduler::Schedule').length > 0) {
    throw new Error('AWS::Scheduler::Schedule is not known');
  }
  const regions = new Set(options.functions.map(({ arn }) => arn.split(':')[3]));
  // The function of a rule in another region is not played.
  const rules = deployment
    .ofType('AWS::Events::Rule')
    .filter((rule) => regions.has(rule.region) && !isMessage(rule));
  return rules.flatMap((resource) => {
    const { ScheduleExpression, Targets } = resource.read(Rule);
    const when = scheduleOf(ScheduleExpression);
    if (!when) throw new Error(`${resource.label}: the schedule ${ScheduleExpression} is not known`);
    return Targets.map(({ Arn }) => {
      const target = options.functions.find(({ arn }) => arn === Arn);
      if (!target) throw new Error(`${resource.label}: no template makes its target ${Arn}`);
      return {
        when,
        function: target,
        run: () => runTarget(resource, target, options),
      };
    });
  });
}

/** A rate, or a full hour in UTC of every day. */
function scheduleOf(expression: string): Schedule['when'] | undefined {
  const [, n = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const unitMinutes = MINUTES[unit];
  if (unitMinutes !== undefined) return { kind: 'schedule', everyMinutes: Number(n) * unitMinutes };
  const [, hour] = /^cron\(0 (\d+) \* \* \? \*\)$/.exec(expression) ?? [];
  return hour === undefined ? undefined : { kind: 'daily', hour: (Number(hour) + HOURS_AHEAD_OF_UTC) % 24 };
}

/** Malaysia has no daylight saving time. */
const HOURS_AHEAD_OF_UTC = 8;

/** Whether a rule sends a message about events of CloudTrail, which are not played. */
function isMessage(rule: Resource): boolean {
  const { EventPattern, Targets } = rule.read(MessageRule);
  return EventPattern !== undefined && Targets.every(({ Arn }) => Arn.startsWith('arn:aws:sns:'));
}

async function runTarget(
  rule: Resource,
  target: Lambda,
  { deployment, permissions, usage, now }: RuleOptions,
): Promise<void> {
  const ruleArn = rule.attribute('Arn');
  if (!permissions.mayInvoke('events.amazonaws.com', target.arn, ruleArn)) {
    usage.deny(`no permission lets the rule ${rule.label} call ${target.name}`);
    return;
  }
  const event = scheduledEvent(rule, ruleArn, now());
  const config = deployment
    .ofType('AWS::Lambda::EventInvokeConfig')
    .map((resource) => resource.read(InvokeConfig))
    .find(({ FunctionName }) => [target.name, target.arn].includes(FunctionName));
  // By default, Lambda retries twice.
  for (let left = config?.MaximumRetryAttempts ?? 2; ; left--) {
    try {
      await target.invoke(event);
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

function scheduledEvent({ region, account }: Resource, ruleArn: string, at: Date) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account,
    time: at.toISOString(),
    region,
    resources: [ruleArn],
    detail: {},
  };
}
