/**
 * CloudFormation's intrinsic functions. An unsupported one is an error.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 */
export interface Scope {
  /** The value of `Ref` for a parameter, a pseudo parameter or a resource. @throws {Error} */
  readonly ref: (name: string) => unknown;
  readonly attribute: (logicalId: string, attribute: string) => unknown;
  readonly condition: (name: string) => boolean;
  readonly mapped: (map: string, first: string, second: string) => unknown;
  readonly imported: (name: string) => unknown;
  readonly output: (of: {
    readonly region: string;
    readonly stack: string;
    readonly name: string;
  }) => unknown;
}

/** The value of `Ref: AWS::NoValue`, which removes the property. */
const NO_VALUE = Symbol('AWS::NoValue');

/** The value of an expression; `undefined` for none. @throws {Error} */
export function evaluated(expression: unknown, scope: Scope): unknown {
  const value = resolved(expression, scope);
  return value === NO_VALUE ? undefined : value;
}

function resolved(expression: unknown, scope: Scope): unknown {
  if (Array.isArray(expression)) {
    return expression.map((one) => resolved(one, scope)).filter((value) => value !== NO_VALUE);
  }
  if (!isObject(expression)) return expression;
  const [[name, argument] = ['', undefined], ...more] = Object.entries(expression);
  if (more.length === 0 && (name === 'Ref' || name === 'Condition' || name.startsWith('Fn::'))) {
    const intrinsic = intrinsics[name];
    if (!intrinsic) throw new Error(`the intrinsic function ${name} is not known`);
    return intrinsic(argument, scope);
  }
  return Object.fromEntries(
    Object.entries(expression)
      .map(([key, value]) => [key, resolved(value, scope)] as const)
      .filter(([, value]) => value !== NO_VALUE),
  );
}

const intrinsics: Readonly<Record<string, (argument: unknown, scope: Scope) => unknown>> = {
  Ref: (name, scope) => (name === 'AWS::NoValue' ? NO_VALUE : scope.ref(text(name))),
  Condition: (name, scope) => scope.condition(text(name)),
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId = '', ...attribute] = Array.isArray(argument)
      ? argument.map(text)
      : text(argument).split('.');
    return scope.attribute(logicalId, attribute.join('.'));
  },
  'Fn::Join': (argument, scope) => {
    const [delimiter, parts] = list(argument);
    return list(resolved(parts, scope)).map(plain).join(text(delimiter));
  },
  'Fn::Sub': (argument, scope) => {
    const [template, values] = Array.isArray(argument) ? argument : [argument, {}];
    const own = isObject(values) ? values : {};
    return text(template).replace(/\$\{(!?)([^}]+)\}/g, (_all, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in own) return plain(resolved(own[name], scope));
      const [logicalId = '', ...attribute] = name.split('.');
      return plain(attribute.length > 0 ? scope.attribute(logicalId, attribute.join('.')) : scope.ref(name));
    });
  },
  'Fn::ImportValue': (name, scope) => scope.imported(text(resolved(name, scope))),
  'Fn::GetStackOutput': (argument, scope) => {
    const { StackName, Region, OutputName, ...more } = Object(resolved(argument, scope));
    if (Object.keys(more).length > 0) throw new Error(`Fn::GetStackOutput with ${Object.keys(more)}`);
    return scope.output({ region: text(Region), stack: text(StackName), name: text(OutputName) });
  },
  'Fn::Select': (argument, scope) => {
    const [index, from] = list(argument);
    const values = list(resolved(from, scope));
    const n = Number(resolved(index, scope));
    if (!(n in values)) throw new Error(`Fn::Select asks for number ${n} of ${values.length}`);
    return values[n];
  },
  'Fn::Split': (argument, scope) => {
    const [delimiter, from] = list(argument);
    return plain(resolved(from, scope)).split(text(delimiter));
  },
  'Fn::FindInMap': (argument, scope) => {
    const [map, first, second] = list(resolved(argument, scope)).map(text);
    return scope.mapped(map ?? '', first ?? '', second ?? '');
  },
  'Fn::If': (argument, scope) => {
    const [condition, yes, no] = list(argument);
    return resolved(scope.condition(text(condition)) ? yes : no, scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [one, other] = list(resolved(argument, scope));
    return plain(one) === plain(other);
  },
  'Fn::Not': (argument, scope) => !list(resolved(argument, scope))[0],
  'Fn::And': (argument, scope) => list(resolved(argument, scope)).every(Boolean),
  'Fn::Or': (argument, scope) => list(resolved(argument, scope)).some(Boolean),
};

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`a list was expected, not ${JSON.stringify(value)}`);
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`a text was expected, not ${JSON.stringify(value)}`);
  return value;
}

/** Converts a value to the text that stands for it within a longer text. */
function plain(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return text(value);
}
