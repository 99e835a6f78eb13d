import { readFileSync } from 'node:fs';
import ts from '../../../infra/openapi/classic-typescript.ts';

/** Mutations of a rule that is written as lists and patterns. Each leaves out one part of the source; a test should fail. */
export interface SourceMutation {
  /** The path of the source, from the root of the project. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly without: string;
}

/** The rules, and the tests that hold them. */
export const RULES: Readonly<Record<string, readonly string[]>> = {
  'shared/values/names.ts': [
    'test/shared/names.test.ts',
    'test/shared/texts.test.ts',
    'test/functions/community/aliases.test.ts',
  ],
  'functions/community/enrollments/aliases.ts': ['test/functions/community/aliases.test.ts'],
  'functions/community/enrollments/look-alikes.ts': ['test/functions/community/aliases.test.ts'],
};

const METHODS = ['normalize', 'replace', 'replaceAll', 'toUpperCase', 'toLowerCase'];
/** A class of characters, or a range of them, in the source of a pattern. */
const PART_OF_PATTERN =
  /\\{1,2}[pP]\{[^}]+\}|\\{1,2}u(?:\{[\da-f]+\}|[\da-f]{4})(?:-\\{1,2}u(?:\{[\da-f]+\}|[\da-f]{4}))?/g;

/** Leaves out: an element of a list, an argument, a side of && and ||, a step of a chain, look-alikes, a class of a pattern. */
export function mutationsIn(file: string): SourceMutation[] {
  const text = readFileSync(file, 'utf8');
  const found: SourceMutation[] = [];
  const add = (start: number, end: number, replacement: string) => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    const without = text.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80);
    found.push({ file, start, end, replacement, without: `line ${line + 1}: ${without}` });
  };
  const dropEach = (list: ts.NodeArray<ts.Node>) => {
    if (list.length < 2) return;
    for (const [n, element] of list.entries())
      add(
        n === 0 ? element.getStart() : (list[n - 1]?.end ?? 0),
        n === 0 ? (list[1]?.getStart() ?? 0) : element.end,
        '',
      );
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isArrayLiteralExpression(node)) dropEach(node.elements);
    if (ts.isCallExpression(node)) {
      const called = node.expression;
      if (ts.isPropertyAccessExpression(called) && called.name.text === 'check') dropEach(node.arguments);
      if (ts.isPropertyAccessExpression(called) && METHODS.includes(called.name.text))
        add(called.expression.end, node.end, '');
    }
    if (ts.isBinaryExpression(node) && ['&&', '||'].includes(node.operatorToken.getText())) {
      add(node.left.getStart(), node.right.getStart(), '');
      add(node.left.end, node.end, '');
    }
    if (
      ts.isPropertyAssignment(node) &&
      ts.isStringLiteral(node.initializer) &&
      /\P{ASCII}/u.test(node.initializer.text)
    )
      add(node.initializer.getStart(), node.initializer.end, "''");
    const isPattern =
      ts.isRegularExpressionLiteral(node) || ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (isPattern)
      for (const part of node.getText().matchAll(PART_OF_PATTERN))
        add(node.getStart() + part.index, node.getStart() + part.index + part[0].length, '');
    if (!ts.isTemplateExpression(node)) ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  visit(source);
  return found;
}
