import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Says why findings of cdk-nag about a construct, and all that is in it, may stand. The reason is for a reviewer. */
export function acknowledge(scope: IConstruct, reason: string, ...findings: readonly string[]): void {
  for (const finding of findings) {
    Validations.of(scope).acknowledge({ id: `AwsSolutions::AwsSolutions-${finding}`, reason });
  }
}
