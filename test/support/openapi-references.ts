import openapi from '../../openapi.json' with { type: 'json' };

/** Follows references of the OpenAPI document, such as those to shared parameters and responses. */
export function followed(node: unknown, document: unknown = openapi): unknown {
  const reference =
    typeof node === 'object' && node !== null && '$ref' in node ? String(node.$ref) : undefined;
  if (reference === undefined) return node;
  let target = document;
  for (const name of reference.split('/').slice(1)) target = (target as Record<string, unknown>)[name];
  return followed(target, document);
}
