/**
 * CloudFormation's intrinsic functions. An unsupported one is an error.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 */
export interface Scope {
  /** The value of `Ref` for a parameter, a pseudo parameter or a resource. @throws {Error} */
  readonly ref: (name: string) => unknown;
  readonly attribute: (logicalId: string, attribute: string) => unknown;
  readonly imported: (name: string) => unknown;
  readonly output: (of: {
    readonly region: string;
    readonly stack: string;
    readonly name: string;
  }) => unknown;
}

/** The value of an expression. @throws {Error} */
export function evaluated(expression: unknown, scope: Scope): unknown {
  if (Array.isArray(expression)) return expression.map((element) => evaluated(element, scope));
  if (!isObject(expression)) return expression;
  const [[name, argument] = ['', undefined], ...more] = Object.entries(expression);
  if (more.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) {
    const intrinsic = intrinsics[name];
    if (!intrinsic) throw new Error(`the intrinsic function ${name} is not known`);
    return intrinsic(argument, scope);
  }
  return Object.fromEntries(Object.entries(expression).map(([key, value]) => [key, evaluated(value, scope)]));
}

const intrinsics: Readonly<Record<string, (argument: unknown, scope: Scope) => unknown>> = {
  Ref: (name, scope) => scope.ref(text(name)),
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId = '', ...attribute] = list(argument).map(text);
    return scope.attribute(logicalId, attribute.join('.'));
  },
  'Fn::Join': (argument, scope) => {
    const [delimiter, parts] = list(argument);
    return list(evaluated(parts, scope)).map(plain).join(text(delimiter));
  },
  'Fn::Sub': (template, scope) =>
    text(template).replace(/\$\{([^}]+)\}/g, (_all, name: string) => plain(scope.ref(name))),
  'Fn::ImportValue': (name, scope) => scope.imported(text(evaluated(name, scope))),
  'Fn::GetStackOutput': (argument, scope) => {
    const { StackName, Region, OutputName, ...more } = Object(evaluated(argument, scope));
    if (Object.keys(more).length > 0) throw new Error(`Fn::GetStackOutput with ${Object.keys(more)}`);
    return scope.output({ region: text(Region), stack: text(StackName), name: text(OutputName) });
  },
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
