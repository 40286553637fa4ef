import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Folders } from '../build/bundle.ts';
import { jobs } from '../jobs.ts';
import { routes } from '../routes.ts';
import { makeBaseApi, makePosApi, urlOf } from './apis.ts';
import { authorizerEntries, makeDigestAuthorizer, makeKeyAuthorizer } from './authorizers.ts';
import type { House } from './function.ts';
import { makeHelloSecret } from './hello-secret.ts';
import { makeOperations } from './monitoring.ts';
import { makeSealKey } from './seal-key.ts';
import { stageOf } from './stage.ts';
import { makeTable } from './table.ts';
import { makeWorkers } from './workers.ts';

/** Every entry that the stack deploys, to be bundled before it is made. */
export const entries = [
  ...new Set([...[...routes, ...jobs].map(({ entry }) => entry), ...authorizerEntries]),
];

/** All of Florin: one table, one key, one secret, two APIs, and a function a route or job. */
export class FlorinStack extends Stack {
  constructor(scope: Construct, id: string, folders: Folders) {
    const stage = stageOf(scope);
    super(scope, id, {
      description: 'Florin, a payment-processing API',
      stackName: `florin-${stage.name}`, // two stages can live in one account
    });
    const house: House = {
      stage,
      folders,
      table: makeTable(this, stage),
      sealKey: makeSealKey(this, stage),
    };
    const helloSecret = makeHelloSecret(this, stage);
    const authorizers = {
      key: makeKeyAuthorizer(this, house),
      digest: makeDigestAuthorizer(this, house, helloSecret),
    };

    const workers = makeWorkers(this, house);

    const pos = makePosApi(this, house, authorizers);
    const base = makeBaseApi(this, house, authorizers, pos);
    makeOperations(this, house, { base, pos, workers });

    new CfnOutput(this, 'BaseUrl', { value: urlOf(base) });
    new CfnOutput(this, 'PosUrl', { value: urlOf(pos) });
    new CfnOutput(this, 'HelloSecretArn', { value: helloSecret.secretArn });

    Tags.of(this).add('application', 'florin');
    Tags.of(this).add('stage', stage.name);
  }
}
