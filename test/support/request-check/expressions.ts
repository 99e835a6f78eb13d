/**
 * Parses DynamoDB's expressions by their documented grammar. Keywords and functions are recognised by their position, as
 * DynamoDB does. Some invalid expressions pass, because the engine rejects them.
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

/** An expression that cannot be parsed. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
}

export const parseCondition = parsedOnce((parser) => parser.condition());
export const parseUpdate = parsedOnce((parser) => parser.update());

/** The comparisons and calls of a condition. */
export function termsOf(condition: Condition): readonly Term[] {
  return condition.kind === 'term' ? [condition] : condition.of.flatMap(termsOf);
}

/** The tests send a few hundred different expressions about a hundred thousand times. */
function parsedOnce<Parsed>(parse: (parser: Parser) => Parsed) {
  const known = new Map<string, Parsed>();
  /** @throws {SyntaxProblem} */
  return (text: string): Parsed => {
    const parser = new Parser(text);
    const parsed = known.get(text) ?? parser.whole(parse);
    known.set(text, parsed);
    return parsed;
  };
}

const TOKENS = /<>|<=|>=|[#:]?\w+|\S/g;
const COMPARATORS = ['=', '<>', '<', '<=', '>', '>='];
const CLAUSES = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const;

class Parser {
  readonly #text: string;
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = text.match(TOKENS) ?? [];
  }

  whole<Parsed>(parse: (parser: Parser) => Parsed): Parsed {
    const parsed = parse(this);
    if (this.#at < this.#tokens.length) this.#fail();
    return parsed;
  }

  condition(): Condition {
    let left = this.#conjunction();
    while (this.#takes('OR')) left = { kind: 'or', of: [left, this.#conjunction()] };
    return left;
  }

  update(): Change[] {
    const changes: Change[] = [];
    while (this.#at < this.#tokens.length) {
      const clause = CLAUSES.find((word) => this.#takes(word)) ?? this.#fail();
      changes.push(...this.#list(() => this.#change(clause)));
    }
    return changes;
  }

  #conjunction(): Condition {
    let left = this.#negation();
    while (this.#takes('AND')) left = { kind: 'and', of: [left, this.#negation()] };
    return left;
  }

  #negation(): Condition {
    if (this.#takes('NOT')) return { kind: 'not', of: [this.#negation()] };
    if (!this.#takes('(')) return this.#term();
    const inner = this.condition();
    this.#need(')');
    return inner;
  }

  #term(): Term {
    const left = this.#operand();
    if (left.kind === 'call' && left.name !== 'size')
      return { kind: 'term', operator: left.name, args: left.args };
    const comparator = COMPARATORS.find((candidate) => this.#takes(candidate));
    if (comparator) return { kind: 'term', operator: comparator, args: [left, this.#operand()] };
    if (this.#takes('BETWEEN')) {
      const from = this.#operand();
      this.#need('AND');
      return { kind: 'term', operator: 'BETWEEN', args: [left, from, this.#operand()] };
    }
    this.#need('IN');
    this.#need('(');
    const among = this.#list(() => this.#operand());
    this.#need(')');
    return { kind: 'term', operator: 'IN', args: [left, ...among] };
  }

  #change(clause: Change['clause']): Change {
    const path = this.#path();
    if (clause === 'REMOVE') return { clause, path };
    if (clause === 'SET') this.#need('=');
    const to = this.#operand();
    const operator = (['+', '-'] as const).find((candidate) => this.#takes(candidate));
    if (!operator) return { clause, path, to };
    return { clause, path, to: { kind: 'sum', operator, args: [to, this.#operand()] } };
  }

  #operand(): Operand {
    if (this.#takes('(')) {
      const inner = this.#operand();
      this.#need(')');
      return inner;
    }
    if (this.#next().startsWith(':')) return { kind: 'value', name: this.#name() };
    if (this.#tokens[this.#at + 1] !== '(') return { kind: 'path', path: this.#path() };
    const name = this.#name().toLowerCase();
    this.#need('(');
    const args = this.#list(() => this.#operand());
    this.#need(')');
    return { kind: 'call', name, args };
  }

  #path(): Path {
    const path: (string | number)[] = [this.#name()];
    for (;;) {
      if (this.#takes('.')) path.push(this.#name());
      else if (this.#takes('[')) {
        path.push(Number(this.#name()));
        this.#need(']');
      } else return path;
    }
  }

  #name(): string {
    const name = this.#next();
    if (!/\w/.test(name)) this.#fail();
    this.#at += 1;
    return name;
  }

  #list<T>(element: () => T): T[] {
    const all = [element()];
    while (this.#takes(',')) all.push(element());
    return all;
  }

  #next(): string {
    return this.#tokens[this.#at] ?? '';
  }

  /** Takes a keyword or a sign, if it comes next. */
  #takes(token: string): boolean {
    if (this.#next().toUpperCase() !== token) return false;
    this.#at += 1;
    return true;
  }

  #need(token: string): void {
    if (!this.#takes(token)) this.#fail();
  }

  #fail(): never {
    const before = this.#tokens.slice(0, this.#at).join(' ');
    throw new SyntaxProblem(
      `"${this.#next() || 'the end'}" cannot come after "${before}" in "${this.#text}"`,
    );
  }
}
