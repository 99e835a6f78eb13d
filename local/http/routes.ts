/**
 * Selects a route as an HTTP API does: decodes the whole path first, so that `%2F` separates segments, and then compares
 * segments. A parameter matches one non-empty segment, and its value is decoded a second time. Static segments take
 * precedence over parameters. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export interface RoutePath {
  readonly method: string;
  readonly path: string;
}

export interface Match<R> {
  readonly route: R;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Decodes the path of a request; `undefined` if its percent-encoding is malformed. A decoded `?` ends the path. */
export function decodedPath(raw: string): string | undefined {
  return decoded(raw)?.split('?')[0];
}

export function findRoute<R extends RoutePath>(
  routes: readonly R[],
  method: string,
  path: string,
): Match<R> | undefined {
  const segments = path.split('/');
  const matches = routes.flatMap((route) => {
    const parameters = route.method === method ? parametersIn(route.path.split('/'), segments) : undefined;
    return parameters ? [{ route, parameters }] : [];
  });
  return matches.sort((a, b) => Object.keys(a.parameters).length - Object.keys(b.parameters).length)[0];
}

/** Explains why no route matches a request. */
export function hintFor(routes: readonly RoutePath[], method: string, path: string): string {
  const methodsOf = (wanted: string) =>
    [...new Set(routes.map((route) => route.method))].filter((candidate) =>
      findRoute(routes, candidate, wanted),
    );
  const methods = methodsOf(path);
  if (methods.length > 0) return `${path} exists with ${methods.join(' and ')}, not with ${method}.`;
  const withoutSlash = path.replace(/(?<!\/)\/+$/, '');
  if (methodsOf(withoutSlash).length > 0) return `Remove the slash at the end: ${withoutSlash}.`;
  return 'No operation has this path. The API reference at /docs/ and /v1/openapi.json list all of them.';
}

function parametersIn(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [n, part] of pattern.entries()) {
    const segment = segments[n] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) {
      if (part !== segment) return undefined;
      continue;
    }
    const value = decoded(segment);
    if (!value) return undefined;
    parameters[name] = value;
  }
  return parameters;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
