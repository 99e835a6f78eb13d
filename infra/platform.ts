import { type CfnOutput, CrossStackReferences, ReferenceStrength, Stage, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { PagesOf } from './bundles/build-pages.ts';
import type { Bundles } from './bundles/bundles.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { AuditStack } from './stacks/audit-stack.ts';
import { BudgetStack } from './stacks/budget-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { IdentityStack } from './stacks/identity-stack.ts';
import { MailStack } from './stacks/mail-stack.ts';
import { MonitoringStack } from './stacks/monitoring-stack.ts';
import { StatefulStack } from './stacks/stateful-stack.ts';
import { EDGE_REGION, mailRegionOf, type StageConfiguration } from './stage.ts';

/** What is built before the stacks are. */
export interface Built {
  readonly bundles: Bundles;
  readonly pages: PagesOf;
  /** The folder of the canary's function. */
  readonly canary: string;
}

/** All stacks of one stage. Only `stateful` and `identity` keep data; the others can be deleted and deployed again. */
export class Platform extends Stage {
  readonly stateful: StatefulStack;
  readonly identity: IdentityStack;
  readonly api: ApiStack;
  readonly monitoring: MonitoringStack;
  readonly edge: EdgeStack | undefined;
  readonly budget: BudgetStack | undefined;

  /** @param pipelineAccount the account of the pipeline that deploys the stage; omitted for a stage that no pipeline deploys */
  constructor(
    scope: Construct,
    stage: StageConfiguration,
    { bundles, pages, canary }: Built,
    pipelineAccount?: string,
  ) {
    const account = stage.account !== undefined && { account: stage.account };
    super(scope, stage.name, { env: { ...account, region: stage.region } });
    const described = (what: string) => ({ description: `Sihat ${stage.name}: ${what}` });
    this.stateful = new StatefulStack(this, 'stateful', { ...described('the table'), stage });
    // A restored table can replace this one only if the functions' reference to its stream is weak.
    CrossStackReferences.of(this.stateful.table).produce(ReferenceStrength.WEAK);
    const deployment = { stage, keyArn: this.stateful.key.keyArn };
    this.identity = new IdentityStack(this, 'identity', {
      ...described('the user pool'),
      stage,
      bundles,
      deployment,
    });
    const { pool, client } = this.identity;
    const userPool = {
      userPoolId: pool.userPoolId,
      userPoolArn: pool.userPoolArn,
      clientId: client.userPoolClientId,
    };
    this.api = new ApiStack(this, 'api', {
      ...described('the API and its functions'),
      deployment,
      bundles,
      userPool,
      streamArn: this.stateful.table.attrStreamArn,
    });
    this.api.addStackDependency(this.stateful); // It refers to the table and the secret by name, which CDK cannot see.
    this.monitoring = new MonitoringStack(this, 'monitoring', {
      ...described('alarms and the dashboard'),
      stage,
      apiId: this.api.apiId,
      mappings: this.api.mappings,
      userPool,
      pipelineAccount,
    });
    const mailRegion = mailRegionOf(stage);
    if (mailRegion !== undefined) {
      new MailStack(this, 'mail', {
        ...described('alarms about mails'),
        stage,
        env: { ...account, region: mailRegion },
      });
    }
    if (stage.domain) {
      this.edge = new EdgeStack(this, 'edge', {
        ...described('CloudFront'),
        stage,
        domain: stage.domain,
        pages: pages(stage),
        canary,
        env: { ...account, region: EDGE_REGION },
      });
      this.edge.addStackDependency(this.api); // Its origin is the host name that the API stack creates.
      const audit = new AuditStack(this, 'audit', { ...described('who uses AWS credentials'), stage });
      audit.addStackDependency(this.monitoring); // It refers to the topic there by its name.
      if (stage.monthlyBudget !== undefined) {
        this.budget = new BudgetStack(this, 'budget', {
          ...described('the budgets'),
          stage,
          monthly: stage.monthlyBudget,
          env: { ...account, region: EDGE_REGION },
        });
        this.budget.addStackDependency(this.edge); // It refers to the topic there by its name.
      }
    }
    Tags.of(this).add('project', 'sihat');
    Tags.of(this).add('stage', stage.name);
  }

  /** The URL that apps use. */
  get url(): CfnOutput {
    const url = this.edge?.url ?? this.api.url;
    if (!url) throw new Error('A stage needs an edge or an API with its own address.');
    return url;
  }
}
