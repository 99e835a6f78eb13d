import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { GetTopicAttributesCommand, NotFoundException, SNSClient } from '@aws-sdk/client-sns';
import * as z from 'zod/mini';
import { signIn } from '../admin/cognito.ts';
import { checkStage, problemOf, within } from './check.ts';
import { CanaryPerson } from './person.ts';

/** The Lambda function that runs every minute in us-east-1. */

const Settings = z.object({
  URL: z.url(),
  SECRET_NAME: z.string(),
  /** The topics of the alarms, with spaces between their ARNs. */
  TOPIC_ARNS: z.string(),
  METRICS_NAMESPACE: z.string(),
});

export interface CanaryTools {
  /** @returns `undefined` if the stage has no canary person */
  readonly readPerson: () => Promise<CanaryPerson | undefined>;
  /** The recipients of each topic who have confirmed. */
  readonly countRecipients: () => Promise<readonly number[]>;
  readonly signIn: (person: CanaryPerson) => Promise<string>;
  readonly now: () => Date;
  readonly writeLine: (line: string) => void;
}

const RECIPIENTS_DEADLINE = 10_000;

/** Checks a stage once, and logs one line with the metrics. */
export async function runCanary(
  { url, namespace }: { readonly url: string; readonly namespace: string },
  { readPerson, countRecipients, signIn: signInAs, now, writeLine }: CanaryTools,
): Promise<void> {
  let hasPerson = true;
  // The result of the check is logged even if the recipients cannot be counted.
  const counting = within(RECIPIENTS_DEADLINE, countRecipients()).then(
    (recipients) => ({ metric: { alarmRecipients: Math.min(...recipients) } }),
    (error) => ({ recipientsUnknown: problemOf(error) }),
  );
  const outcome = await checkStage({
    url,
    async signIn() {
      const person = await readPerson();
      hasPerson = person !== undefined;
      return person && signInAs(person);
    },
  });
  const { metric, ...recipients } = { metric: {}, ...(await counting) };
  const metrics = {
    unreachable: outcome.failed?.step === 'reach' ? 1 : 0,
    canaryFailures: outcome.failed ? 1 : 0,
    withoutPerson: hasPerson ? 0 : 1,
    ...metric,
  };
  const { failed, isClosed, isThrottled } = outcome;
  const Metrics = Object.keys(metrics).map((Name) => ({ Name }));
  writeLine(
    JSON.stringify({
      _aws: {
        Timestamp: now().getTime(),
        CloudWatchMetrics: [{ Namespace: namespace, Dimensions: [['worker']], Metrics }],
      },
      level: failed || 'recipientsUnknown' in recipients ? 'error' : 'info',
      worker: 'canary',
      ...failed,
      ...recipients,
      isClosed,
      isThrottled,
      ...metrics,
    }),
  );
}

/** Reads the settings at the first run, so that tools can import this module. */
export async function handler(): Promise<void> {
  const { URL: url, SECRET_NAME, TOPIC_ARNS, METRICS_NAMESPACE: namespace } = Settings.parse(process.env);
  await runCanary(
    { url, namespace },
    {
      readPerson: () => storedPerson(SECRET_NAME),
      countRecipients: () => Promise.all(TOPIC_ARNS.split(' ').map(confirmedRecipients)),
      signIn: async ({ user, password, ...pool }) => {
        const askCode = () => Promise.reject(new Error('the canary person has a second factor'));
        return (await signIn(pool, { user, password, askCode })).accessToken;
      },
      now: () => new Date(),
      writeLine: (line) => process.stdout.write(`${line}\n`),
    },
  );
}

/** @returns `undefined` until `npm run canary` has created the person. */
async function storedPerson(SecretId: string): Promise<CanaryPerson | undefined> {
  try {
    const { SecretString } = await new SecretsManagerClient().send(new GetSecretValueCommand({ SecretId }));
    return SecretString ? personIn(SecretString) : undefined;
  } catch (error) {
    // A secret that the stack created has no value at first.
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Errors of the parsers would quote the secret. */
function personIn(secret: string): CanaryPerson {
  try {
    return CanaryPerson.parse(JSON.parse(secret));
  } catch {
    throw new Error('the secret does not contain a person');
  }
}

async function confirmedRecipients(TopicArn: string): Promise<number> {
  const [, , , region = ''] = TopicArn.split(':');
  try {
    const { Attributes } = await new SNSClient({ region }).send(new GetTopicAttributesCommand({ TopicArn }));
    return Number(Attributes?.['SubscriptionsConfirmed'] ?? 0);
  } catch (error) {
    if (error instanceof NotFoundException) return 0; // Somebody has deleted the topic.
    throw error;
  }
}
