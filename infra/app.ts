import { App } from 'aws-cdk-lib';
import { buildBundles } from './bundles.ts';
import { Platform } from './platform.ts';
import { stages } from './stages.ts';

/** Every stage, or the one that `-c stage=<name>` names. */
const app = new App({ analyticsReporting: false });
const wanted: unknown = app.node.tryGetContext('stage');
const chosen = Object.values(stages).filter(({ name }) => wanted === undefined || wanted === name);
if (chosen.length === 0) throw new Error(`No such stage; there are ${Object.keys(stages).join(', ')}`);

const bundles = await buildBundles();
for (const stage of chosen) new Platform(app, stage, bundles);
app.synth();
