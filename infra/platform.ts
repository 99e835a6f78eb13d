import { Stage, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ApiStack } from './api-stack.ts';
import type { Bundles } from './bundles.ts';
import { cursorSecretName, type StageConfiguration } from './stages.ts';
import { StatefulStack } from './stateful-stack.ts';

/** The whole platform in one stage: what keeps data, and what may be thrown away and made again. */
export class Platform extends Stage {
  readonly stateful: StatefulStack;
  readonly api: ApiStack;

  constructor(scope: Construct, stage: StageConfiguration, bundles: Bundles) {
    super(scope, stage.name, { env: { region: stage.region } });
    this.stateful = new StatefulStack(this, 'stateful', {
      description: `Sihat ${stage.name}: the table`,
      tableName: stage.tableName,
      cursorSecretName: cursorSecretName(stage),
    });
    this.api = new ApiStack(this, 'api', {
      description: `Sihat ${stage.name}: the API and its functions`,
      stage,
      bundles,
      streamArn: this.stateful.table.attrStreamArn,
    });
    this.api.addStackDependency(this.stateful);
    Tags.of(this).add('project', 'sihat');
    Tags.of(this).add('stage', stage.name);
  }
}
