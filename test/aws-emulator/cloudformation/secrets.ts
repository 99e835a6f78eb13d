import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { isObject } from './expressions.ts';
import type { Resource } from './resource.ts';

/**
 * Dynamic references, which CloudFormation replaces with the value of a secret during a deployment. The emulator generates
 * the secrets that the templates ask Secrets Manager to generate.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
const REFERENCE = /\{\{resolve:secretsmanager:([^:}]+):SecretString\}\}/g;

const Named = z.object({ Name: z.string() });
const Generated = z.object({
  GenerateSecretString: z.strictObject({
    PasswordLength: z.number(),
    ExcludePunctuation: z.literal(true),
  }),
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
      (resource) =>
        resource.type === 'AWS::SecretsManager::Secret' &&
        resource.region === region &&
        resource.read(Named).Name === wanted,
    );
    if (!found) throw new Error(`no template makes the secret ${wanted} for ${region}`);
    const { PasswordLength } = found.read(Generated).GenerateSecretString;
    const value = Array.from({ length: PasswordLength }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    values.set(`${region} ${wanted}`, value);
    return value;
  }

  return function resolved(value: unknown, region: string): unknown {
    if (typeof value === 'string') {
      const text = value.replace(REFERENCE, (_all, secret: string) => secretValue(secret, region));
      if (text.includes('{{resolve:')) throw new Error(`the reference in ${text} is not known`);
      return text;
    }
    if (Array.isArray(value)) return value.map((element) => resolved(element, region));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner, region)]));
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
