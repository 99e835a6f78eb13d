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
  parametersIn,
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
function findingsOf(sources: Sources): Finding[] {
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
      ...contracts.flatMap((contract) => {
        const example = examples[contract.operationId];
        const places = [...parametersIn(contract), ...bodiesOf(contract, example)];
        return [
          ...problemsOfExample(contract, example).map((problem) => ({ file, problem })),
          ...problemsOfParameters(contract, documentation).map((problem) => ({ file, problem })),
          ...places.flatMap(({ at, schema }) => visit(schema, { at, file })),
        ];
      }),
      ...Object.keys(examples)
        .filter((id) => !known.has(id))
        .map((id) => ({ file, problem: `${id} is an example of no operation of the contract` })),
    ];
  });
  return [...found, ...unused(documentation, used, names)];

  /** Visits the objects inside a schema once. Each of their properties needs a meaning, and each value an example. */
  function visit(schema: AnySchema, place: Used): Finding[] {
    const own = bare(schema);
    const here = names.get(own) ?? place;
    const shape = shapeOf(own);
    if (!shape) return partsOf(own).flatMap((part) => visit(part, here));
    if (used.has(own)) return [];
    used.set(own, here);
    const { properties = {} } = documentation.of(own) ?? {};
    return Object.entries(shape).flatMap(([name, property]) => {
      const { file } = here;
      const at = `${here.at}.${name}`;
      const hasExample = !isScalar(property) || documentation.exampleOf(own, name) !== undefined;
      return [
        ...(Object.hasOwn(properties, name) ? [] : [{ file, problem: `${at} has no meaning` }]),
        ...(hasExample ? [] : [{ file, problem: `${at} has no example` }]),
        ...visit(property, { at, file }),
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
function problemsOfParameters(contract: Contract, documentation: Documentation): string[] {
  return parametersIn(contract).flatMap(({ at, schema }) => {
    const examples = Object.entries(shapeOf(schema) ?? {}).flatMap(([name, parameter]) => {
      const example = documentation.exampleOf(schema, name);
      const isOptional = parameter instanceof z.core.$ZodOptional;
      return example === undefined ? [] : [{ name, text: String(example), isOptional }];
    });
    const required = examples.filter(({ isOptional }) => !isOptional);
    return examples.flatMap((example) =>
      issuesOf(at, schema, Object.fromEntries([...required, example].map(({ name, text }) => [name, text]))),
    );
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
