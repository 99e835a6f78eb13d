import * as z from 'zod/mini';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { Resource } from '../cloudformation/resource.ts';
import { type Policy, policyOf } from './policy.ts';

const Role = z.object({
  AssumeRolePolicyDocument: z.object({
    Statement: z.array(z.object({ Principal: z.object({ Service: z.optional(z.unknown()) }) })),
  }),
  Policies: z.optional(z.array(z.object({ PolicyDocument: z.unknown() }))),
  ManagedPolicyArns: z.optional(z.array(z.string())),
  PermissionsBoundary: z.optional(z.string()),
});
const SeparatePolicy = z.object({ PolicyDocument: z.unknown(), Roles: z.optional(z.array(z.string())) });

/** The policy of a role that Lambda may assume. @throws {Error} for unsupported policies. */
export function policyOfRole(deployment: Deployment, arn: string): Policy {
  const role = deployment.ofType('AWS::IAM::Role').find((resource) => resource.attribute('Arn') === arn);
  if (!role) throw new Error(`no template makes the role ${arn}`);
  const {
    AssumeRolePolicyDocument,
    Policies = [],
    ManagedPolicyArns = [],
    PermissionsBoundary,
  } = role.read(Role);
  const trusted = AssumeRolePolicyDocument.Statement.flatMap(({ Principal }) => Principal.Service);
  if (!trusted.includes('lambda.amazonaws.com')) throw new Error(`${role.label} does not trust Lambda`);
  const [managed = PermissionsBoundary] = ManagedPolicyArns;
  if (managed !== undefined) throw new Error(`${role.label}: what ${managed} allows is not known`);
  const documents = [...Policies, ...separatePolicies(deployment, role)].map(
    ({ PolicyDocument }) => PolicyDocument,
  );
  try {
    return policyOf(documents);
  } catch (cause) {
    throw new Error(`${role.label}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function separatePolicies(deployment: Deployment, role: Resource) {
  return ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy']
    .flatMap(deployment.ofType)
    .map((policy) => policy.read(SeparatePolicy))
    .filter(({ Roles = [] }) => Roles.includes(role.ref()));
}
