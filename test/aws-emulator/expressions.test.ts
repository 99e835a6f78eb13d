import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Assembly, Template } from './cloudformation/assembly.ts';
import { deploy } from './cloudformation/deployment.ts';

/** Expressions of templates are resolved as in CloudFormation. */

const stack = (name: string, template: Template): Assembly['stacks'][number] => ({
  name,
  region: 'ap-southeast-5',
  account: '111122223333',
  template,
});
const assemblyOf = (...stacks: Assembly['stacks']): Assembly => ({
  stacks,
  asset: (key) => {
    throw new Error(`no asset ${key}`);
  },
});
const Value = z.object({ Value: z.unknown() });

/** Resolves an expression as a property, in a template with a queue and a table. */
function given(expression: unknown): unknown {
  const template: Template = {
    Resources: {
      Subject: { Type: 'Test::Subject', Properties: { Value: expression } },
      Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'left-over' } },
      Table: { Type: 'AWS::DynamoDB::Table', Properties: {} },
      Secret: {
        Type: 'AWS::SecretsManager::Secret',
        Properties: {
          Name: 'a/secret',
          GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true },
        },
      },
    },
  };
  const [subject] = deploy(assemblyOf(stack('town', template))).ofType('Test::Subject');
  return subject?.read(Value).Value;
}

describe('an expression', () => {
  const arn = 'arn:aws:sqs:ap-southeast-5:111122223333:left-over';
  it.each<[unknown, unknown]>([
    ['as it is', 'as it is'],
    [{ Ref: 'AWS::Region' }, 'ap-southeast-5'],
    [{ Ref: 'Queue' }, 'https://sqs.ap-southeast-5.amazonaws.com/111122223333/left-over'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, arn],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'AWS::AccountId' }, 1]] }, 'a-111122223333-1'],
    [{ 'Fn::Sub': `in \${AWS::Region}` }, 'in ap-southeast-5'],
  ])('%j results in %j', (expression, value) => {
    expect(given(expression)).toEqual(value);
  });

  it('names an unnamed table after its stack', () => {
    expect(given({ Ref: 'Table' })).toMatch(/^town-Table-\w{12}$/);
  });

  it('contains the generated secret, always the same one', () => {
    const reference = '{{resolve:secretsmanager:a/secret:SecretString}}';
    expect(given({ 'Fn::Join': [' ', [reference, reference]] })).toMatch(/^([A-Za-z0-9]{40}) \1$/);
  });

  it.each<[unknown, RegExp]>([
    [{ 'Fn::Cidr': ['10.0.0.0/16', 1, 8] }, /town\/Subject \(Test::Subject\).*Fn::Cidr is not known/],
    [{ Ref: 'Nobody' }, /town has no resource Nobody/],
    [
      { 'Fn::GetAtt': ['Queue', 'Colour'] },
      /town\/Queue \(AWS::SQS::Queue\), Colour: an attribute that is not known/,
    ],
    [{ 'Fn::GetAtt': ['Subject', 'Arn'] }, /what Test::Subject is called is not known/],
    [{ 'Fn::ImportValue': 'nothing' }, /no stack exports nothing/],
    ['{{resolve:ssm:/a/parameter}}', /the reference in .* is not known/],
    ['{{resolve:secretsmanager:another:SecretString}}', /no template makes the secret another/],
  ])('%j is an error that names the resource', (expression, message) => {
    expect(() => given(expression)).toThrow(message);
  });
});

describe('an imported value', () => {
  it('equals the export of the other stack, whatever the order of deployment', () => {
    const exporting = stack('stateful', {
      Resources: { Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'things' } } },
      Outputs: { Name: { Value: { Ref: 'Table' }, Export: { Name: 'stateful:Name' } } },
    });
    const importing = stack('api', {
      Resources: {
        Subject: { Type: 'Test::Subject', Properties: { Value: { 'Fn::ImportValue': 'stateful:Name' } } },
      },
    });
    for (const stacks of [
      [exporting, importing],
      [importing, exporting],
    ]) {
      const [subject] = deploy(assemblyOf(...stacks)).ofType('Test::Subject');
      expect(subject?.read(Value).Value).toBe('things');
    }
  });
});
