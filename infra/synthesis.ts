import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { type Built, Platform } from './platform.ts';
import { PipelineStack } from './stacks/pipeline-stack.ts';
import { type Configuration, PIPELINE, type StageConfiguration } from './stage.ts';

/**
 * Synthesizes the pipeline with its stages, and the stages that it does not deploy, with the checks of cdk-nag.
 * @param only synthesizes only this stage
 */
export function synthesize(
  app: App,
  configuration: Configuration,
  built: Built,
  only?: StageConfiguration,
): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const { stages, delivered, delivery } = configuration;
  if (only) new Platform(app, only, built, delivered.includes(only) ? delivery.account : undefined);
  else {
    const others = Object.values(stages).filter((stage) => !delivered.includes(stage));
    for (const stage of others) new Platform(app, stage, built);
    new PipelineStack(app, PIPELINE, built, configuration);
  }
  app.synth();
}
