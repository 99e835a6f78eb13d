import type * as z from 'zod/mini';
import { type Issue, RefusedRequest } from '../contract/refusals.ts';
import { MAX_ISSUES } from '../values/limits.ts';

/** Without this limit, the response to a hostile body could be larger than the body. */
const LONGEST_PATH = 200;

/**
 * Parses a value.
 * @param part the first part of the path of each issue; by default, paths begin with a field of the value.
 * @throws {RefusedRequest} invalid_request with every problem, at most `MAX_ISSUES` of them.
 */
export function validated<S extends z.ZodMiniType>(schema: S, value: unknown, part?: string): z.infer<S> {
  const result = schema.safeParse(value, { error: messageOf });
  if (result.success) return result.data;
  const start = part === undefined ? [] : [part];
  const issues = result.error.issues.flatMap((issue) => issuesOf(start, issue)).slice(0, MAX_ISSUES);
  throw new RefusedRequest('invalid_request', { issues });
}

type Parts = Readonly<Record<string, readonly [schema: z.ZodMiniType, value: unknown] | undefined>>;

/**
 * Parses the parts of a request by their names, with which the paths of issues begin.
 * @throws {RefusedRequest} invalid_request with the problems of all parts.
 */
export function validatedParts<P extends Parts>(parts: P): { readonly [N in keyof P]: unknown } {
  const issues: Issue[] = [];
  const values = Object.entries(parts).map(([name, part]) => {
    try {
      return [name, part && validated(...part, name)];
    } catch (error) {
      if (!(error instanceof RefusedRequest)) throw error;
      issues.push(...(error.issues ?? []));
      return [name, undefined];
    }
  });
  if (issues.length > 0) throw new RefusedRequest('invalid_request', { issues: issues.slice(0, MAX_ISSUES) });
  return Object.fromEntries(values);
}

/**
 * A query parameter that the operation reads may appear only once. API Gateway joins repeated ones with commas.
 * @throws {RefusedRequest} invalid_request
 */
export function refuseRepeated(query: z.ZodMiniType | undefined, rawQueryString: string): void {
  if (!query || !('shape' in query)) return;
  const given = new URLSearchParams(rawQueryString);
  const repeated = Object.keys(query.shape as object).filter((name) => given.getAll(name).length > 1);
  if (repeated.length === 0) return;
  const issues = repeated.map((name) => ({ path: `query.${name}`, message: 'must appear only once' }));
  throw new RefusedRequest('invalid_request', { issues });
}

function issuesOf(start: readonly string[], issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathOf([...start, ...issue.path, key]), message: 'is unknown' }));
  }
  return [{ path: pathOf([...start, ...issue.path]), message: issue.message }];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, LONGEST_PATH).toWellFormed();
}

/** The message continues the path: `body.definition.name must be a string`. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${named(issue.expected)}`;
    case 'too_small':
      return `must ${bounded('at least', issue.minimum, issue.origin)}`;
    case 'too_big':
      return `must ${bounded('at most', issue.maximum, issue.origin)}`;
    case 'invalid_format':
      return `must be ${named(issue.format)}`;
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`;
    default:
      return 'is not allowed';
  }
}

/** Readable names of types and formats. */
function named(type: string): string {
  const names: Readonly<Record<string, string>> = {
    int: 'a whole number',
    guid: 'a UUID',
    uri: 'a web address (http or https)',
    'date-time':
      'a time of RFC 3339 with its offset, such as 2026-03-01T12:00:00+08:00 or 2026-03-01T04:00:00Z',
  };
  return names[type] ?? `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function bounded(which: string, bound: unknown, origin: string): string {
  if (origin === 'string') return `have ${which} ${bound} character${bound === 1 ? '' : 's'}`;
  if (origin === 'array') return `have ${which} ${bound} item${bound === 1 ? '' : 's'}`;
  return `be ${which} ${bound}`;
}
