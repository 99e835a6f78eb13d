import { textOf } from '../../shared/values/meanings.ts';
import type { Documentation } from './documentation.ts';
import { type Json, mapValues } from './parts.ts';
import { type AnySchema, partsOf, shapeOf } from './schema-tree.ts';

interface SchemaNode {
  readonly description?: string;
  readonly enum?: readonly Json[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

/**
 * Adds the description and an example to every property of a converted schema. Schemas with a name of their own are only
 * referenced there, and are described once.
 */
export function describeProperties(
  node: SchemaNode,
  schema: AnySchema,
  documentation: Documentation,
): SchemaNode {
  const shape = shapeOf(schema);
  const [element] = partsOf(schema);
  return {
    ...node,
    ...(node.items && element && { items: describeProperties(node.items, element, documentation) }),
    ...(node.properties &&
      shape && {
        properties: mapValues(node.properties, (child, name) => {
          const property = shape[name];
          const meaning = documentation.of(schema)?.properties[name];
          if (!property || meaning === undefined) throw new Error(`${name} has no meaning`);
          const example = documentation.exampleOf(schema, name);
          return {
            ...describeProperties(child, property, documentation),
            description: [sentence(textOf(meaning)), child.description].filter(Boolean).join(' '),
            ...(example !== undefined && child.enum?.length !== 1 && { examples: [example] }),
          };
        }),
      }),
  };
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
