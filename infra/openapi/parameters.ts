import { type Contract, hasEntityTag } from '../../shared/contract/contract.ts';
import { textOf } from '../../shared/values/meanings.ts';
import type { Documentation } from './documentation.ts';
import { type JsonObject, ref } from './parts.ts';
import type { Components, Schema } from './schemas.ts';

const IF_NONE_MATCH: JsonObject = {
  name: 'if-none-match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier response. The response is 304 if it has not changed.',
  schema: { type: 'string' },
};

/** Collects the parameters. Operations whose parameters are the same share a component. */
export function parameterComponents(components: Components, documentation: Documentation) {
  const parameters: Record<string, JsonObject> = { 'if-none-match': IF_NONE_MATCH };

  /** The parameters of an operation, as references. */
  function parametersOf(contract: Contract): JsonObject[] {
    const { params, query } = contract;
    const references = (schema: Schema | undefined, place: 'path' | 'query'): JsonObject[] =>
      (schema ? shown(schema, place) : []).map(([name, parameter]) =>
        ref('parameters', idOf(name, contract, parameter)),
      );
    return [
      ...references(params, 'path'),
      ...references(query, 'query'),
      ...(hasEntityTag(contract) ? [ref('parameters', 'if-none-match')] : []),
    ];
  }
  return { parameters, parametersOf };

  function shown(schema: Schema, place: 'path' | 'query'): (readonly [string, JsonObject])[] {
    const { properties = {}, required = [] } = components.parametersOf(schema) as {
      readonly properties?: Readonly<Record<string, JsonObject>>;
      readonly required?: readonly string[];
    };
    const meanings = documentation.of(schema)?.properties ?? {};
    return Object.entries(properties).map(([name, property]) => {
      const meaning = meanings[name];
      const example = documentation.exampleOf(schema, name);
      if (typeof meaning !== 'object' || example === undefined)
        throw new Error(`The parameter ${name} has no meaning or no example`);
      const parameter = {
        name,
        in: place,
        required: required.includes(name),
        description: textOf(meaning),
        example,
        schema: meaning.schema ?? property,
      };
      return [name, parameter];
    });
  }

  /** The component of a parameter: by its name, or if this one means something else, with its resource or operation. */
  function idOf(name: string, { operationId, path }: Contract, parameter: JsonObject): string {
    const resource = /([a-z-]+)\/$/.exec(path.split(`{${name}}`)[0] ?? '')?.[1];
    const text = JSON.stringify(parameter);
    const ids = [name, `${resource ?? operationId}-${name}`, `${operationId}-${name}`];
    const id = ids.find((candidate) => JSON.stringify(parameters[candidate] ?? parameter) === text);
    if (id === undefined) throw new Error(`${operationId} has two parameters ${name}`);
    parameters[id] = parameter;
    return id;
  }
}
