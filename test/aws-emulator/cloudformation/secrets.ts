import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import type { Resource } from './deployment.ts';
import { isObject } from './expressions.ts';

/**
 * Dynamic references, which CloudFormation replaces with the value of a secret during a deployment. The emulator generates
 * the secrets that the templates ask Secrets Manager to generate.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
const REFERENCE =
  /\{\{resolve:secretsmanager:(arn:[^}]*?:secret:[^:}]+|[^:}]+)(?::SecretString(?::([^:}]*))?(?::[^:}]*){0,2})?\}\}/g;

const Secret = z.object({
  Name: z.optional(z.string()),
  ReplicaRegions: z.optional(z.array(z.object({ Region: z.string() }))),
  SecretString: z.optional(z.string()),
  GenerateSecretString: z.optional(
    z.strictObject({
      PasswordLength: z.optional(z.number()),
      ExcludePunctuation: z.optional(z.boolean()),
      ExcludeCharacters: z.optional(z.string()),
      SecretStringTemplate: z.optional(z.string()),
      GenerateStringKey: z.optional(z.string()),
    }),
  ),
});

/** Replaces the references in every text of a property. @throws {Error} for a secret that no template contains. */
export function dynamicReferences(
  resources: () => readonly Resource[],
): (value: unknown, region: string) => unknown {
  const values = new Map<string, string>();

  function secretValue(wanted: string, region: string): string {
    const known = values.get(`${region} ${wanted}`);
    if (known !== undefined) return known;
    const found = resources().find(
      (one) =>
        one.type === 'AWS::SecretsManager::Secret' &&
        [one.ref(), one.read(Secret).Name].includes(wanted) &&
        [one.region, ...(one.read(Secret).ReplicaRegions ?? []).map(({ Region }) => Region)].includes(region),
    );
    if (!found) throw new Error(`no template makes the secret ${wanted} for ${region}`);
    const { Name, ReplicaRegions, SecretString, GenerateSecretString = {} } = found.read(Secret);
    const value = SecretString ?? generated(GenerateSecretString);
    for (const name of [found.ref(), Name]) {
      for (const one of [found.region, ...(ReplicaRegions ?? []).map(({ Region }) => Region)]) {
        if (name !== undefined) values.set(`${one} ${name}`, value);
      }
    }
    return value;
  }

  return function resolved(value: unknown, region: string): unknown {
    if (typeof value === 'string') {
      const text = value.replace(REFERENCE, (_all, secret: string, key: string | undefined) =>
        key ? String(JSON.parse(secretValue(secret, region))[key]) : secretValue(secret, region),
      );
      if (text.includes('{{resolve:')) throw new Error(`the reference in ${text} is not known`);
      return text;
    }
    if (Array.isArray(value)) return value.map((one) => resolved(one, region));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, region)]));
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

function generated({
  PasswordLength = 32,
  ExcludePunctuation = false,
  ExcludeCharacters = '',
  SecretStringTemplate,
  GenerateStringKey,
}: NonNullable<z.infer<typeof Secret>['GenerateSecretString']>): string {
  const alphabet = [...LETTERS, ...(ExcludePunctuation ? '' : PUNCTUATION)].filter(
    (one) => !ExcludeCharacters.includes(one),
  );
  const password = Array.from({ length: PasswordLength }, () => alphabet[randomInt(alphabet.length)]).join(
    '',
  );
  if (SecretStringTemplate === undefined || GenerateStringKey === undefined) return password;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: password });
}
