import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { MailStack } from '../../infra/stacks/mail-stack.ts';
import type { StageConfiguration } from '../../infra/stage.ts';
import { assemblyOf } from './assemblies.ts';
import { delivery, stages } from './configuration.ts';
import { type Resources, readStage } from './synthesized.ts';

/**
 * Stages with settings that the app does not have, each in an account of its own: staging is closed while its table is restored,
 * and production sends mails from another region.
 */
export const otherStages = {
  staging: {
    ...stages.staging,
    ...{ account: '111111111111', closed: true, tableName: 'restored', tableId: 'Table2' },
  },
  production: {
    ...stages.production,
    account: '222222222222',
    alarmMail: 'oncall@sihat.my',
    userPool: {
      mail: { fromEmail: 'noreply@sihat.my', sesRegion: 'us-east-1', sesVerifiedDomain: 'sihat.my' },
    },
  },
} as const satisfies Record<string, StageConfiguration>;

/** The templates of these stages and of their pipeline. */
export async function otherConfiguration() {
  const delivered = Object.values(otherStages);
  const configuration = { stages: otherStages, delivery, delivered };
  const folder = await assemblyOf('other.out', configuration, import.meta.filename);
  return {
    staging: readStage(folder, 'staging'),
    production: readStage(folder, 'production'),
    pipeline: new CloudAssembly(folder).getStackByName('pipeline').template.Resources as Resources,
  };
}

/** The stack for the alarms about mails, which only a stage with `userPool.mail` has. */
export function mailStackOf(stage: StageConfiguration): Resources {
  return Template.fromStack(new MailStack(new App(), 'mail', { stage })).toJSON().Resources;
}
