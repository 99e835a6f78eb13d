/**
 * Parses DynamoDB's expressions by their documented grammar. Keywords and functions are recognised by their position, as
 * DynamoDB does.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */

/** A document path: names, bare or as placeholders, and list indexes. */
export type Path = readonly (string | number)[];

export type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Operand[] }
  | { readonly kind: 'sum'; readonly operator: '+' | '-'; readonly args: readonly [Operand, Operand] };

/** A comparison or a call, with its operator or function: `=`, `BETWEEN`, `IN`, `begins_with`. */
export interface Term {
  readonly kind: 'term';
  readonly operator: string;
  readonly args: readonly Operand[];
}

export type Condition = Term | { readonly kind: 'and' | 'or' | 'not'; readonly of: readonly Condition[] };

export interface Change {
  readonly clause: 'SET' | 'REMOVE' | 'ADD' | 'DELETE';
  readonly path: Path;
  /** Absent for what is removed. */
  readonly to?: Operand;
}

/** The names and values that an expression uses. */
export interface Mentions {
  /** Placeholders with their `#`. */
  readonly names: ReadonlySet<string>;
  /** Placeholders with their `:`. */
  readonly values: ReadonlySet<string>;
  /** Names of attributes without a placeholder. */
  readonly bare: ReadonlySet<string>;
  readonly operators: number;
}

/** An expression that DynamoDB cannot parse. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
}

export const parseCondition = parsedOnce((parser) => ({ condition: parser.condition() }));
export const parseUpdate = parsedOnce((parser) => ({ changes: parser.update() }));
export const parseProjection = parsedOnce((parser) => ({ paths: parser.list(() => parser.path()) }));

/** The comparisons and calls of a condition. */
export function termsOf(condition: Condition): readonly Term[] {
  return condition.kind === 'term' ? [condition] : condition.of.flatMap(termsOf);
}

/** The tests send a few hundred different expressions about a hundred thousand times. */
function parsedOnce<Said extends object>(parse: (parser: Parser) => Said) {
  const known = new Map<string, (Said & Mentions) | SyntaxProblem>();
  /** @throws {SyntaxProblem} */
  return (text: string): Said & Mentions => {
    let found = known.get(text);
    if (!found) {
      found = parsed(text, parse);
      known.set(text, found);
    }
    if (found instanceof SyntaxProblem) throw found;
    return found;
  };
}

function parsed<Said extends object>(
  text: string,
  parse: (parser: Parser) => Said,
): (Said & Mentions) | SyntaxProblem {
  try {
    const parser = new Parser(tokensOf(text));
    const said = parse(parser);
    parser.end();
    const { names, values, bare, operators } = parser;
    return { ...said, names, values, bare, operators };
  } catch (error) {
    if (error instanceof SyntaxProblem) return error;
    throw error;
  }
}

interface Token {
  readonly kind: 'word' | 'name' | 'value' | 'number' | 'sign' | 'end';
  readonly text: string;
}

const SIGNS = ['<>', '<=', '>=', '=', '<', '>', '(', ')', '[', ']', ',', '.', '+', '-'] as const;
const isLetter = (char: string) => /[A-Za-z_]/.test(char);
const isDigit = (char: string) => /[0-9]/.test(char);
const isWordPart = (char: string) => isLetter(char) || isDigit(char);

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (/\s/.test(char)) {
      at += 1;
      continue;
    }
    const sign = SIGNS.find((one) => text.startsWith(one, at));
    const token = sign ? ({ kind: 'sign', text: sign } as const) : longToken(text, at, char);
    tokens.push(token);
    at += token.text.length;
  }
  return [...tokens, { kind: 'end', text: 'the end' }];
}

function longToken(text: string, at: number, char: string): Token {
  const marked = char === '#' || char === ':';
  const goesOn = isDigit(char) ? isDigit : isWordPart;
  let end = at + 1;
  while (end < text.length && goesOn(text.charAt(end))) end += 1;
  const token = text.slice(at, end);
  if (marked && token.length > 1) return { kind: char === '#' ? 'name' : 'value', text: token };
  if (isLetter(char)) return { kind: 'word', text: token };
  if (isDigit(char)) return { kind: 'number', text: token };
  throw new SyntaxProblem(`the token ${JSON.stringify(token)} is not one`);
}

const COMPARATORS = new Set(['=', '<>', '<', '<=', '>', '>=']);
/** The number of operands of each function. */
const CONDITION_FUNCTIONS: Readonly<Record<string, number>> = {
  attribute_exists: 1,
  attribute_not_exists: 1,
  attribute_type: 2,
  begins_with: 2,
  contains: 2,
};
const CLAUSES = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const;

class Parser {
  readonly names = new Set<string>();
  readonly values = new Set<string>();
  readonly bare = new Set<string>();
  operators = 0;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  end(): void {
    if (this.#next().kind !== 'end') this.#fail();
  }

  condition(): Condition {
    let left = this.#conjunction();
    while (this.#takeWord('OR')) left = { kind: 'or', of: [left, this.#conjunction()] };
    return left;
  }

  update(): Change[] {
    const changes: Change[] = [];
    const seen = new Set<string>();
    if (this.#next().kind === 'end') this.#fail();
    while (this.#next().kind !== 'end') {
      const clause = CLAUSES.find((one) => this.#takeWord(one)) ?? this.#fail();
      if (seen.has(clause)) throw new SyntaxProblem(`the clause ${clause} comes twice`);
      seen.add(clause);
      changes.push(...this.list(() => this.#change(clause)));
    }
    return changes;
  }

  list<T>(one: () => T): T[] {
    const all = [one()];
    while (this.#takeSign(',')) all.push(one());
    return all;
  }

  path(): Path {
    const path: (string | number)[] = [this.#segment()];
    for (;;) {
      if (this.#takeSign('.')) path.push(this.#segment());
      else if (this.#takeSign('[')) {
        path.push(Number(this.#take('number').text));
        this.#sign(']');
      } else return path;
    }
  }

  #conjunction(): Condition {
    let left = this.#negation();
    while (this.#takeWord('AND')) left = { kind: 'and', of: [left, this.#negation()] };
    return left;
  }

  #negation(): Condition {
    return this.#takeWord('NOT') ? { kind: 'not', of: [this.#negation()] } : this.#term();
  }

  #term(): Condition {
    const { kind, text } = this.#next();
    if (kind === 'sign' && text === '(') return this.#parenthesized();
    const lower = text.toLowerCase();
    if (kind === 'word' && this.#isCall() && lower !== 'size') {
      return { kind: 'term', operator: lower, args: this.#call(CONDITION_FUNCTIONS) };
    }
    return this.#comparison(this.#operand());
  }

  /** A condition in parentheses. Redundant double parentheses are invalid. */
  #parenthesized(): Condition {
    this.#sign('(');
    const isDoubled = this.#next().text === '(';
    const start = this.#at;
    const inner = this.condition();
    const closes = this.#tokens[this.#at - 1]?.text === ')' && this.#closing(start) === this.#at - 1;
    this.#sign(')');
    if (isDoubled && closes) throw new SyntaxProblem('the expression has redundant parentheses');
    return inner;
  }

  /** The position of the closing parenthesis. */
  #closing(open: number): number {
    let depth = 0;
    for (let at = open; at < this.#tokens.length; at++) {
      const text = this.#tokens[at]?.text;
      if (text === '(') depth += 1;
      if (text === ')') depth -= 1;
      if (depth === 0) return at;
    }
    return -1;
  }

  #comparison(left: Operand): Condition {
    const { kind, text } = this.#next();
    this.operators += 1;
    if (kind === 'sign' && COMPARATORS.has(text)) {
      this.#at += 1;
      return { kind: 'term', operator: text, args: [left, this.#operand()] };
    }
    if (this.#takeWord('BETWEEN')) {
      const from = this.#operand();
      if (!this.#takeWord('AND')) this.#fail();
      return { kind: 'term', operator: 'BETWEEN', args: [left, from, this.#operand()] };
    }
    if (this.#takeWord('IN')) {
      this.#sign('(');
      const among = this.list(() => this.#operand());
      this.#sign(')');
      return { kind: 'term', operator: 'IN', args: [left, ...among] };
    }
    return this.#fail();
  }

  #change(clause: Change['clause']): Change {
    const path = this.path();
    if (clause === 'REMOVE') return { clause, path };
    if (clause !== 'SET') return { clause, path, to: this.#value() };
    this.#sign('=');
    let to = this.#updateOperand();
    const { text } = this.#next();
    if (text === '+' || text === '-') {
      this.#at += 1;
      this.operators += 1;
      to = { kind: 'sum', operator: text, args: [to, this.#updateOperand()] };
    }
    return { clause, path, to };
  }

  #updateOperand(): Operand {
    if (this.#takeSign('(')) {
      const inner = this.#updateOperand();
      this.#sign(')');
      return inner;
    }
    if (this.#next().kind !== 'word' || !this.#isCall()) return this.#operand();
    const name = this.#next().text.toLowerCase();
    return { kind: 'call', name, args: this.#call({ if_not_exists: 2, list_append: 2 }) };
  }

  #operand(): Operand {
    const { kind, text } = this.#next();
    if (kind === 'value') return this.#value();
    if (kind === 'word' && text.toLowerCase() === 'size' && this.#isCall()) {
      return { kind: 'call', name: 'size', args: this.#call({ size: 1 }) };
    }
    return { kind: 'path', path: this.path() };
  }

  #value(): Operand {
    const { text } = this.#take('value');
    this.values.add(text);
    return { kind: 'value', name: text };
  }

  #isCall(): boolean {
    return this.#tokens[this.#at + 1]?.text === '(';
  }

  #call(known: Readonly<Record<string, number>>): Operand[] {
    const name = this.#take('word').text.toLowerCase();
    this.operators += 1;
    this.#sign('(');
    const args = this.list(() => this.#updateOperand());
    this.#sign(')');
    if (known[name] === undefined)
      throw new SyntaxProblem(`the function ${name} is not one of this expression`);
    if (args.length !== known[name]) throw new SyntaxProblem(`${name} takes ${known[name]} operands`);
    return args;
  }

  #segment(): string {
    const { kind, text } = this.#next();
    if (kind === 'name') this.names.add(text);
    else if (kind === 'word') this.bare.add(text);
    else this.#fail();
    this.#at += 1;
    return text;
  }

  #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: 'the end' };
  }

  #take(kind: Token['kind']): Token {
    const token = this.#next();
    if (token.kind !== kind) this.#fail();
    this.#at += 1;
    return token;
  }

  #takeWord(word: string): boolean {
    const { kind, text } = this.#next();
    if (kind !== 'word' || text.toUpperCase() !== word) return false;
    this.#at += 1;
    if (['AND', 'OR', 'NOT'].includes(word)) this.operators += 1;
    return true;
  }

  #takeSign(sign: string): boolean {
    const { kind, text } = this.#next();
    if (kind !== 'sign' || text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #sign(sign: string): void {
    if (!this.#takeSign(sign)) this.#fail();
  }

  #fail(): never {
    const before = this.#tokens[this.#at - 1]?.text ?? 'the beginning';
    throw new SyntaxProblem(`${this.#next().text} cannot come after ${before}`);
  }
}
