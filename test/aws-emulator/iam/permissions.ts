import * as z from 'zod/mini';
import type { Deployment } from '../cloudformation/deployment.ts';
import { isLike } from './policy.ts';

/** The permissions of services to invoke functions (`AWS::Lambda::Permission`). */
export interface Permissions {
  readonly mayInvoke: (principal: string, functionArn: string, sourceArn: string) => boolean;
  /** Permissions that were not used yet. */
  readonly unused: () => readonly string[];
}

const Permission = z.strictObject({
  Action: z.literal('lambda:InvokeFunction'),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.optional(z.string()),
  SourceAccount: z.optional(z.string()),
});

/** @param region the one of the functions that are played */
export function invokePermissions(deployment: Deployment, region: string): Permissions {
  const permissions = deployment
    .ofType('AWS::Lambda::Permission')
    .filter((resource) => resource.region === region)
    .map((resource) => ({ label: resource.label, used: false, ...resource.read(Permission) }));
  return {
    mayInvoke(principal, functionArn, sourceArn) {
      const by = permissions.find(
        ({ Principal, FunctionName, SourceArn = '*' }) =>
          Principal === principal &&
          (functionArn === FunctionName || functionArn.endsWith(`:function:${FunctionName}`)) &&
          isLike(SourceArn, sourceArn),
      );
      if (by) by.used = true;
      return by !== undefined;
    },
    unused: () => permissions.filter(({ used }) => !used).map(({ label }) => label),
  };
}
