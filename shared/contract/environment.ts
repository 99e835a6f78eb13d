import * as z from 'zod/mini';
import type { Touches } from './table-definition.ts';

/** Settings that only some endpoints need. A contract names its settings, and its function gets no others. */
export const settings = {
  /** The consent notice in force for clinical access: a date, YYYY-MM-DD. */
  ACCESS_NOTICE_VERSION: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)),
  /** The notice in force about what people consent to show: on boards and to officers of a workspace. */
  CONSENT_NOTICE_VERSION: z.string().check(z.minLength(1), z.maxLength(40)),
  /** The deletion notice in force. */
  DELETION_NOTICE_VERSION: z.string().check(z.minLength(1), z.maxLength(40)),
  /** The address of the data protection officer, to whom people write about their data. */
  DATA_PROTECTION_OFFICER: z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/)),
  /** The secret that encrypts cursors: at least 32 characters, the same for all functions of a stage. */
  CURSOR_SECRET: z.string().check(z.minLength(32)),
  /** The secret from which the tokens of invitations follow: at least 32 characters, the same for all functions of a stage. */
  INVITATION_SECRET: z.string().check(z.minLength(32)),
  /** Where apps sign people in: the address of Cognito, or a path of a local platform. */
  SIGN_IN_ENDPOINT: z.string().check(z.minLength(1)),
  SIGN_IN_USER_POOL_ID: z.string().check(z.regex(/^[a-z]+-[a-z]+-\d_\w+$/)),
  SIGN_IN_CLIENT_ID: z.string().check(z.minLength(1)),
} as const;

export type SettingName = keyof typeof settings;
export type Settings = { readonly [N in SettingName]: z.infer<(typeof settings)[N]> };

const TableEnvironment = z.object({ TABLE_NAME: z.string().check(z.minLength(3)) });

/** The default is for laptops and tests, whose metrics are not collected. */
const MetricsEnvironment = z.object({
  METRICS_NAMESPACE: z._default(z.string().check(z.minLength(1)), 'Sihat'),
});

const IssuerEnvironment = z.object({
  /** Cognito's user pool: https://cognito-idp.<region>.amazonaws.com/<pool>. */
  TOKEN_ISSUER: z.url(),
  TOKEN_CLIENT_ID: z.string().check(z.minLength(1)),
  TOKEN_JWKS_URI: z.url(),
});

const LedgerEnvironment = z.object({ LEDGER_TABLE_NAME: z.string().check(z.minLength(3)) });

const UserPoolEnvironment = z.object({ USER_POOL_ID: z.string().check(z.minLength(1)) });

/** A stage that sends no pushes has none of these. */
const PushEnvironmentShape = z.object({
  /** Amazon SNS reaches phones from some regions only. */
  PUSH_REGION: z.string().check(z.minLength(1)),
  /** The ARNs of the platform applications of Amazon SNS. */
  PUSH_IOS_APPLICATION: z.string().check(z.minLength(1)),
  PUSH_ANDROID_APPLICATION: z.string().check(z.minLength(1)),
});
export type PushEnvironment = z.infer<typeof PushEnvironmentShape>;

/** A stage that sends no mails has none of these. */
const MailEnvironmentShape = z.extend(UserPoolEnvironment, {
  MAIL_REGION: z.string().check(z.minLength(1)),
  /** The sender, such as no-reply@sihat.my. */
  MAIL_FROM: z.string().check(z.regex(/\S@\S/)),
  /** The address of the desk. */
  MAIL_DESK: z.url(),
});
export type MailEnvironment = z.infer<typeof MailEnvironmentShape>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {Error} naming each variable that is missing or wrong, never its value. */
export const tableEnvironment = (environment: Environment) => read(TableEnvironment, environment);
/** The CloudWatch namespace of the metrics in log lines. */
export const metricsNamespace = (environment: Environment) =>
  read(MetricsEnvironment, environment).METRICS_NAMESPACE;
/** @throws {Error} naming each variable that is missing or wrong, never its value. */
export const issuerEnvironment = (environment: Environment) => read(IssuerEnvironment, environment);
/** @throws {Error} naming the variable when it is missing. */
export const ledgerEnvironment = (environment: Environment) => read(LedgerEnvironment, environment);
/** The ledger's name for a function that declares it. @throws {Error} naming the variable when it is missing. */
export const ledgerNameFor = ({ ledger }: Touches, environment: Environment): string | undefined =>
  ledger && ledgerEnvironment(environment).LEDGER_TABLE_NAME;
/** @throws {Error} naming the variable when it is missing. */
export const userPoolEnvironment = (environment: Environment) => read(UserPoolEnvironment, environment);

/** Where pushes are sent; `undefined` on a stage that sends none. @throws {Error} naming each variable that is missing or wrong. */
export const pushEnvironment = (environment: Environment): PushEnvironment | undefined =>
  environment['PUSH_REGION'] === undefined ? undefined : read(PushEnvironmentShape, environment);

/** How mails are sent; `undefined` on a stage that sends none. @throws {Error} naming each variable that is missing or wrong. */
export const mailEnvironment = (environment: Environment): MailEnvironment | undefined =>
  environment['MAIL_REGION'] === undefined ? undefined : read(MailEnvironmentShape, environment);

/** The named settings. @throws {Error} naming each variable that is missing or wrong, never its value. */
export function readSettings(names: readonly SettingName[], environment: Environment): Partial<Settings> {
  return read(z.object(Object.fromEntries(names.map((name) => [name, settings[name]]))), environment);
}

function read<S extends z.ZodMiniObject>(schema: S, environment: Environment): z.infer<S> {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const wrong = new Set(result.error.issues.map(({ path }) => path.map(String).join('.')));
  throw new Error(`Missing or wrong in the environment: ${[...wrong].join(', ')}`);
}
