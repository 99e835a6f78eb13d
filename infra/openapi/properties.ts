import { descriptions } from './descriptions.ts';
import { type Json, type JsonObject, mapValues } from './parts.ts';

/** Adds a description and an example to every property of the named schemas. */

interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  /** Alternatives, each of which is recognized by its constant properties. */
  readonly oneOf?: readonly SchemaNode[];
}

/** An example of a body, with the name of its schema. */
export interface NamedSample {
  readonly schema: string;
  readonly value: unknown;
}

/** @throws {Error} naming a property without a description or an example. */
export function describeProperties(
  schemas: Readonly<Record<string, JsonObject>>,
  samples: readonly NamedSample[],
): JsonObject {
  const nodes = schemas as Readonly<Record<string, SchemaNode>>;
  const examples = new Map<string, Json>();
  for (const { schema, value } of samples) collect({ $ref: schema }, schema, value);
  return mapValues(nodes, (node, name) => described(node, name) as JsonObject);

  /** Remembers the first example of each property. A property has the name of its object and its own. */
  function collect(node: SchemaNode, place: string, value: unknown): void {
    const name = node.$ref?.split('/').at(-1);
    if (name !== undefined) {
      collect(nodes[name] ?? {}, name, value);
      return;
    }
    if (Array.isArray(value)) for (const one of value) collect(node.items ?? {}, place, one);
    if (typeof value !== 'object' || value === null) return;
    const given = value as Record<string, unknown>;
    for (const one of node.oneOf ?? []) if (isAlternative(one, given)) collect(one, place, value);
    for (const [property, child] of Object.entries(node.properties ?? {})) {
      const own = given[property];
      if (own === undefined) continue;
      const key = `${place}.${property}`;
      if (!examples.has(key) && isScalar(own)) examples.set(key, own);
      collect(child, objectName(property), own);
    }
  }

  function isAlternative(one: SchemaNode, value: Record<string, unknown>): boolean {
    const { properties = {} } = targetOf(one);
    return Object.entries(properties).every(
      ([name, property]) => property.const === undefined || property.const === value[name],
    );
  }

  function described(node: SchemaNode, place: string): SchemaNode {
    return {
      ...node,
      ...(node.items && { items: described(node.items, place) }),
      ...(node.properties && {
        properties: mapValues(node.properties, (child, property) => {
          const meaning = descriptions[`${place}.${property}`] ?? descriptions[property];
          if (meaning === undefined) throw new Error(`${place}.${property} has no description`);
          const description = [sentence(meaning), child.description].filter(Boolean).join(' ');
          return {
            ...described(child, objectName(property)),
            description,
            ...exampleOf(child, place, property),
          };
        }),
      }),
    };
  }

  function targetOf(node: SchemaNode): SchemaNode {
    return nodes[node.$ref?.split('/').at(-1) ?? ''] ?? node;
  }

  function exampleOf(node: SchemaNode, place: string, property: string): object {
    const target = targetOf(node);
    if (target.type === 'object' || target.type === 'array') return {};
    const found =
      examples.get(`${place}.${property}`) ??
      target.const ??
      target.enum?.[0] ??
      BY_FORMAT[target.format ?? ''];
    const elsewhere = [...examples].find(([key]) => key.endsWith(`.${property}`))?.[1];
    const example = found ?? elsewhere ?? MORE[property];
    if (example === undefined) throw new Error(`${place}.${property} has no example`);
    return { examples: [example] };
  }
}

const BY_FORMAT: Readonly<Record<string, Json>> = { 'date-time': '2026-03-01T04:00:00.000Z' };
/** Examples of properties that no example of an operation contains. */
const MORE: Readonly<Record<string, Json>> = {
  reason: 'The picture shows people who can be recognized.',
  rejectionReason: 'The picture shows people who can be recognized.',
};

/** The name of an object without a schema of its own: `slides` has `Slide`s. */
function objectName(property: string): string {
  return (property.charAt(0).toUpperCase() + property.slice(1)).replace(/s$/, '');
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

const isScalar = (value: unknown): value is Json => ['string', 'number', 'boolean'].includes(typeof value);
