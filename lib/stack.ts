import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { makeBaseApi, makePosApi, urlOf } from './apis.ts';
import { authorizerEntries, makeKeyAuthorizer } from './authorizers.ts';
import type { Folders } from './bundle.ts';
import type { House } from './function.ts';
import { routes } from './routes.ts';
import { makeSealKey } from './seal-key.ts';
import { stageOf } from './stage.ts';
import { makeTable } from './table.ts';

/** Every entry that the stack deploys, to be bundled before it is made. */
export const entries = [...new Set([...routes.map(({ entry }) => entry), ...authorizerEntries])];

/** All of Florin: one table, one key, two APIs, and a function a route. */
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
    const authorizers = { key: makeKeyAuthorizer(this, house) };

    new CfnOutput(this, 'BaseUrl', { value: urlOf(makeBaseApi(this, house, authorizers)) });
    new CfnOutput(this, 'PosUrl', { value: urlOf(makePosApi(this, house, authorizers)) });

    Tags.of(this).add('application', 'florin');
    Tags.of(this).add('stage', stage.name);
  }
}
