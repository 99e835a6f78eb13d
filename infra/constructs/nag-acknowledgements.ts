import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Acknowledges cdk-nag findings about a construct and its children. The reason is written for a reviewer. */
export function acknowledge(scope: IConstruct, reason: string, ...findings: readonly string[]): void {
  for (const finding of findings) {
    Validations.of(scope).acknowledge({ id: `AwsSolutions::AwsSolutions-${finding}`, reason });
  }
}
