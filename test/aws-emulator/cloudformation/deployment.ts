import * as z from 'zod/mini';
import { type Assembly, readTemplate, type Template } from './assembly.ts';
import { evaluated, type Scope } from './expressions.ts';
import { type Identity, identities, maker } from './identities.ts';
import type { Resource } from './resource.ts';
import { dynamicReferences } from './secrets.ts';

/** An assembly as CloudFormation would deploy it: each resource with its name and its resolved properties. */
export interface Deployment {
  readonly all: readonly Resource[];
  readonly ofType: (type: string) => readonly Resource[];
  /** @throws {Error} when no template contains it. */
  readonly named: (type: string, ref: string) => Resource;
}

/** Changes a template before it is deployed, so that tests can plant a fault. */
export type Change = (template: Template) => Template;

const NESTED = 'AWS::CloudFormation::Stack';
const NestedStack = z.object({
  TemplateURL: z.string(),
  Parameters: z.optional(z.record(z.string(), z.unknown())),
});

/** Values of Systems Manager's parameters, by `<region> <name>`: CloudFormation reads them when it deploys. */
export type StoredParameters = ReadonlyMap<string, string>;

/** The type of a template's parameter whose default is the name of a stored parameter. */
const STORED = 'AWS::SSM::Parameter::Value<String>';

export function deploy(
  assembly: Assembly,
  {
    change = (template) => template,
    parameters: stored = new Map(),
  }: { readonly change?: Change | undefined; readonly parameters?: StoredParameters } = {},
): Deployment {
  const all: Resource[] = [];
  const exported = new Map<string, () => unknown>();
  const published = new Map<string, () => unknown>();
  const references = dynamicReferences(() => all);

  function deployStack(
    { name, region, account, template }: Assembly['stacks'][number],
    given: Readonly<Record<string, unknown>> = {},
  ): void {
    const { Resources, Parameters = {}, Outputs = {} } = change(template);
    const pseudo: Readonly<Record<string, string>> = {
      'AWS::AccountId': account,
      'AWS::Partition': 'aws',
      'AWS::Region': region,
      'AWS::StackName': name,
      'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/${name}/00000000-0000-4000-8000-000000000000`,
      'AWS::URLSuffix': 'amazonaws.com',
    };
    const own = new Map<string, Resource>();

    const find = (logicalId: string): Resource => {
      const found = own.get(logicalId);
      if (!found) throw new Error(`${name} has no resource ${logicalId}`);
      return found;
    };
    const scope: Scope = {
      ref: (wanted) => {
        if (wanted in pseudo) return pseudo[wanted];
        const parameter = Parameters[wanted];
        if (!parameter) return find(wanted).ref();
        if (wanted in given) return given[wanted];
        if (parameter.Type !== STORED)
          throw new Error(`the parameter ${wanted} of ${name} has no value here`);
        const value = stored.get(`${region} ${parameter.Default}`);
        if (value === undefined) {
          throw new Error(
            `Unable to fetch parameters [${parameter.Default}] from parameter store in ${region}`,
          );
        }
        return value;
      },
      attribute: (logicalId, attribute) => find(logicalId).attribute(attribute),
      imported: (wanted) => {
        const value = exported.get(wanted);
        if (!value) throw new Error(`no stack exports ${wanted}`);
        return value();
      },
      output: (of) => {
        const value = published.get(`${of.region} ${of.stack} ${of.name}`);
        if (!value) throw new Error(`the stack ${of.stack} of ${of.region} has no output ${of.name}`);
        return value();
      },
    };

    for (const [logicalId, { Type, Properties = {}, Condition }] of Object.entries(Resources)) {
      const label = `${name}/${logicalId}`;
      if (Condition !== undefined) throw new Error(`${label}: the condition ${Condition} is not known`);
      /** Adds the name of the resource to an error while its properties are resolved. */
      const about = <T>(what: string, work: () => T): T => {
        try {
          return work();
        } catch (cause) {
          const why = cause instanceof Error ? cause.message : String(cause);
          throw new Error(`${label} (${Type}), ${what}: ${why}`, { cause });
        }
      };
      const properties = new Map<string, unknown>();
      const property = (key: string): unknown => {
        if (!properties.has(key)) {
          properties.set(
            key,
            about(key, () => references(evaluated(Properties[key], scope), region)),
          );
        }
        return properties.get(key);
      };
      const identity = once((): Identity => {
        const make = identities[Type];
        if (!make) throw new Error(`what ${Type} is called is not known`);
        return make(
          maker({ stackName: name, region, account }, logicalId, (key) =>
            z.optional(z.string()).parse(property(key)),
          ),
        );
      });
      const read: Resource['read'] = (schema) =>
        about('its properties', () =>
          schema.parse(
            Object.fromEntries(
              Object.keys(schema.def.shape)
                .filter((key) => key in Properties)
                .map((key) => [key, property(key)]),
            ),
          ),
        );
      const resource: Resource = {
        type: Type,
        logicalId,
        label,
        region,
        account,
        ref: () => about('its name', () => identity().ref),
        attribute: (attribute) =>
          about(attribute, () => {
            const value = identity().attributes[attribute];
            if (typeof value !== 'string') throw new Error('an attribute that is not known');
            return value;
          }),
        read,
      };
      own.set(logicalId, resource);
      all.push(resource);
      if (Type === NESTED)
        nested.push(() => deployNested({ name: `${name}-${logicalId}`, region, account }, { read }));
    }

    for (const [output, { Value, Export }] of Object.entries(Outputs)) {
      published.set(`${region} ${name} ${output}`, () => evaluated(Value, scope));
      if (Export) exported.set(String(evaluated(Export.Name, scope)), () => evaluated(Value, scope));
    }
  }

  function deployNested(
    place: Omit<Assembly['stacks'][number], 'template'>,
    resource: Pick<Resource, 'read'>,
  ) {
    const { TemplateURL, Parameters = {} } = resource.read(NestedStack);
    const key = TemplateURL.split('/').at(-1) ?? '';
    deployStack({ ...place, template: readTemplate(assembly.asset(key)) }, Parameters);
  }

  // Nested stacks come after the other stacks, because their parameters may use exports.
  const nested: (() => void)[] = [];
  for (const stack of assembly.stacks) deployStack(stack);
  for (const deployIt of nested) deployIt();
  const ofType = (type: string) => all.filter((resource) => resource.type === type);
  return {
    all,
    ofType,
    named: (type, ref) => {
      const found = ofType(type).find((resource) => resource.ref() === ref);
      if (!found) throw new Error(`no template makes the ${type} ${ref}`);
      return found;
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
