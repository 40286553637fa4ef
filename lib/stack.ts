import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { makeBaseApi, makePosApi, urlOf } from './apis.ts';
import { authorizerEntries, makeDigestAuthorizer, makeKeyAuthorizer } from './authorizers.ts';
import type { Folders } from './bundle.ts';
import type { House } from './function.ts';
import { makeHelloSecret } from './hello-secret.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
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
    super(scope, id, { description: 'Florin, a payment-processing API' });
    const stage = stageOf(this);
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

    makeWorkers(this, house);

    const posApi = makePosApi(this, house, authorizers);
    const baseApi = makeBaseApi(this, house, authorizers, posApi);
    new CfnOutput(this, 'BaseUrl', { value: urlOf(baseApi) });
    new CfnOutput(this, 'PosUrl', { value: urlOf(posApi) });
    new CfnOutput(this, 'HelloSecretArn', { value: helloSecret.secretArn });

    Tags.of(this).add('application', 'florin');
    Tags.of(this).add('stage', stage.name);
  }
}
