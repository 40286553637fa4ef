/**
 * The app of a deployment that fails halfway: it changes every function of the stack, and creates a table and then an
 * invalid alarm. `cdk deploy --app` runs this app, and the context names the stage.
 */
import { App, CfnResource } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { bundleAll } from '../../lib/build/synth.ts';
import { FlorinStack } from '../../lib/stack/stack.ts';

const folders = await bundleAll();
const app = new App({ outdir: process.env.CDK_OUTDIR });
const stack = new FlorinStack(app, 'Florin', folders);
const functions = stack.node.findAll().filter((construct) => construct instanceof CfnFunction);
for (const made of functions) made.addPropertyOverride('Environment.Variables.BROKEN', 'yes');

const extra = new CfnResource(stack, 'Extra', {
  type: 'AWS::DynamoDB::Table',
  properties: {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  },
});
const broken = new CfnResource(stack, 'Broken', {
  type: 'AWS::CloudWatch::Alarm',
  properties: { Namespace: 'Florin', MetricName: 'Broken' }, // invalid, as its comparison is missing
});
for (const before of [extra, ...functions]) broken.addDependency(before);
app.synth();
