import * as z from 'zod';
import type * as mini from 'zod/mini';
import type { Contract } from '../../shared/contract/contract.ts';
import type { OperationExample } from '../../shared/contract/examples.ts';
import { RefusedRequest } from '../../shared/contract/refusals.ts';
import { validated } from '../../shared/http/validation.ts';
import {
  bodiesOf,
  contractsIn,
  type Documentation,
  documentationOf,
  fileOf,
  type Sources,
} from './documentation.ts';
import { type AnySchema, bare, isScalar, partsOf, shapeOf } from './schema-tree.ts';

/** What is missing, wrong or unused in the files `*.examples.ts`. */
export interface Finding {
  /** The file to edit. */
  readonly file: string;
  readonly problem: string;
}

/** A schema that an operation uses: its place in a contract or its own name, and the file that must describe it. */
interface Used {
  readonly at: string;
  readonly file: string;
}

/** @throws {Error} with everything that is missing, wrong or unused, and the files to edit */
export function assertDocumented(sources: Sources): void {
  const byFile = Map.groupBy(findingsOf(sources), ({ file }) => file);
  if (byFile.size === 0) return;
  const lines = [...byFile].map(([file, found]) =>
    [file, ...new Set(found.map(({ problem }) => `  - ${problem}`))].join('\n'),
  );
  throw new Error(`The OpenAPI document cannot be generated. Edit these files:\n${lines.join('\n')}`);
}

/** Finds every problem, in the order of the modules. */
export function findingsOf(sources: Sources): Finding[] {
  const { contractModules, exampleModules } = sources;
  const documentation = documentationOf(sources);
  const names = namesOf(contractModules);
  const used = new Map<AnySchema, Used>();
  const found = Object.entries(contractModules).flatMap(([path, module]): Finding[] => {
    const file = fileOf(path);
    const { examples = {} } = exampleModules[path] ?? {};
    const contracts = contractsIn(module);
    const known = new Set(contracts.map(({ operationId }) => operationId));
    return [
      ...(exampleModules[path]
        ? []
        : [{ file, problem: 'create the file, and list it in functions/examples.ts' }]),
      ...contracts.flatMap((contract) => [
        ...problemsOfExample(contract, examples[contract.operationId]).map((problem) => ({ file, problem })),
        ...problemsOfSchemas(contract, examples[contract.operationId], file),
      ]),
      ...Object.keys(examples)
        .filter((id) => !known.has(id))
        .map((id) => ({ file, problem: `${id} is an example of no operation of the contract` })),
    ];
  });
  return [...found, ...unused(documentation, used, names)];

  /** The properties and parameters that an operation uses and that have no meaning or no example. */
  function problemsOfSchemas(
    contract: Contract,
    example: OperationExample | undefined,
    file: string,
  ): Finding[] {
    const { operationId, params, query } = contract;
    const parameters = [
      { at: `${operationId}.params`, schema: params },
      { at: `${operationId}.query`, schema: query },
    ].flatMap(({ at, schema }) => (schema ? [{ at, schema }] : []));
    return [
      ...parameters.flatMap(({ at, schema }) => [
        ...visit(schema, { at, file }, () => true),
        ...problemsOfParameters(at, schema, documentation).map((problem) => ({ file, problem })),
      ]),
      ...bodiesOf(contract, example).flatMap(({ at, schema }) =>
        visit(schema, { at, file }, (own, property) => documentation.exampleOf(own, property) !== undefined),
      ),
    ];
  }

  /** Visits the objects inside a schema once, and checks their properties. */
  function visit(
    schema: AnySchema,
    place: Used,
    hasExample: (schema: AnySchema, property: string) => boolean,
  ): Finding[] {
    const own = bare(schema);
    const here = names.get(own) ?? place;
    const shape = shapeOf(own);
    if (!shape) return partsOf(own).flatMap((part) => visit(part, here, hasExample));
    if (used.has(own)) return [];
    used.set(own, here);
    const { properties = {} } = documentation.of(own) ?? {};
    return Object.entries(shape).flatMap(([name, property]) => {
      const { file } = here;
      const at = `${here.at}.${name}`;
      return [
        ...(Object.hasOwn(properties, name) ? [] : [{ file, problem: `${at} has no meaning` }]),
        ...(!isScalar(property) || hasExample(own, name)
          ? []
          : [{ file, problem: `no example of an operation contains ${at}` }]),
        ...visit(property, { at, file }, hasExample),
      ];
    });
  }
}

/** The schemas that modules export with a capital letter. */
function namesOf(contractModules: Sources['contractModules']): ReadonlyMap<AnySchema, Used> {
  const named = Object.entries(contractModules).flatMap(([path, module]) =>
    Object.entries(module).flatMap(([at, schema]): [AnySchema, Used][] =>
      schema instanceof z.core.$ZodType && /^[A-Z]/.test(at) ? [[schema, { at, file: fileOf(path) }]] : [],
    ),
  );
  return new Map(named);
}

function problemsOfExample(contract: Contract, example: OperationExample | undefined): string[] {
  if (!example) return [`${contract.operationId} has no example`];
  return bodiesOf(contract, example).flatMap(({ at, schema, example: value }) => {
    if (value === undefined) return [`${at} has no example`];
    return issuesOf(at, schema, value);
  });
}

/** Checks each parameter as text of a URL. An optional one is checked together with the required ones. */
function problemsOfParameters(at: string, schema: mini.ZodMiniType, documentation: Documentation): string[] {
  const examples = Object.entries(documentation.of(schema)?.properties ?? {}).flatMap(([name, meaning]) =>
    typeof meaning === 'object' && meaning.example !== undefined
      ? [[name, String(meaning.example)] as const]
      : [],
  );
  const given = new Map(examples);
  const shape = shapeOf(schema) ?? {};
  const isRequired = (name: string) => !(shape[name] instanceof z.core.$ZodOptional);
  const required = examples.filter(([name]) => isRequired(name));
  return Object.keys(shape).flatMap((name) => {
    const example = given.get(name);
    if (example === undefined) return [`${at}.${name} has no example`];
    return issuesOf(at, schema, { ...Object.fromEntries(required), [name]: example });
  });
}

/** The issues of an example, in the words in which the platform refuses such a request. */
function issuesOf(at: string, schema: mini.ZodMiniType, value: unknown): string[] {
  try {
    validated(schema, value, at);
    return [];
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error;
    return (error.issues ?? []).map(({ path, message }) => `the example is wrong: ${path} ${message}`);
  }
}

/** Meanings of schemas and properties that no operation has, and second meanings of the same schema. */
function unused(
  documentation: Documentation,
  used: ReadonlyMap<AnySchema, Used>,
  names: ReadonlyMap<AnySchema, Used>,
): Finding[] {
  return documentation.declared.flatMap(({ schema, properties, file }) => {
    const listed = Object.keys(properties).join(', ');
    const place = schema && (used.get(schema) ?? names.get(schema));
    const at = place?.at ?? `a schema with ${listed}`;
    if (!schema)
      return [{ file, problem: `the meanings of ${listed} belong to a property without properties` }];
    if (!used.has(schema)) return [{ file, problem: `no operation uses the meanings of ${at}` }];
    if (documentation.of(schema)?.properties !== properties)
      return [{ file, problem: `${at} has meanings twice` }];
    return Object.keys(properties)
      .filter((name) => !Object.hasOwn(shapeOf(schema) ?? {}, name))
      .map((name) => ({ file, problem: `${at}.${name} has a meaning, but the schema has no such property` }));
  });
}
