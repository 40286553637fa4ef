import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { jobs } from '../jobs.ts';
import { functionRoutes } from '../routes.ts';
import { smokeKey } from '../settings.ts';
import {
  makeBaseApi,
  makeConsoleApi,
  makePosApi,
  makeRefusal,
  nameEachOther,
  refusalEntry,
  tellOwnUrl,
  urlOf,
} from './api/apis.ts';
import {
  authorizerEntries,
  makeDigestAuthorizer,
  makeKeyAuthorizer,
  makeSessionAuthorizer,
} from './api/authorizers.ts';
import type { Folders } from './bundle-folders.ts';
import type { StackContext } from './context.ts';
import { makeGroups } from './groups.ts';
import { makeWorkers, tellUrls } from './jobs/workers.ts';
import { isReleaseAlarm, makeAlarms } from './monitoring/alarms.ts';
import { makeDashboard } from './monitoring/dashboard.ts';
import { makeCanaries } from './release/canaries.ts';
import { Releases } from './release/releases.ts';
import { makeAcquirerSecret } from './secrets/acquirer-secret.ts';
import { makeHelloSecret } from './secrets/hello-secret.ts';
import { makeLedgerKey } from './secrets/ledger-key.ts';
import { makeSealKey } from './secrets/seal-key.ts';
import { stageOf } from './stage.ts';
import { makeTable } from './table.ts';

/** The entry files of all functions of the stack. They are bundled before the stack is made. */
export const entries = [
  ...new Set([...[...functionRoutes, ...jobs].map(({ entry }) => entry), ...authorizerEntries, refusalEntry]),
];

/**
 * The whole of Florin: one table, two keys, three APIs and their functions, and a function for each job. A secret has
 * the password of the hello-world service, and another one the keys of the acquirer, if the stage has one. This stack has what
 * holds data or an address; functions and monitoring are in its nested stacks (docs/adr/0057-nested-stacks.md).
 */
export class FlorinStack extends Stack {
  constructor(scope: Construct, id: string, folders: Folders) {
    const stage = stageOf(scope);
    super(scope, id, {
      description: 'Florin, a payment-processing API',
      stackName: `florin-${stage.name}`, // two stages can be in the same account
      terminationProtection: stage.production,
      suppressTemplateIndentation: true, // indentation would be a third of the megabyte that CloudFormation accepts
    });
    const context: StackContext = {
      stage,
      folders,
      parent: this,
      groups: makeGroups(this),
      table: makeTable(this, stage),
      sealKey: makeSealKey(this, stage),
      ledgerKey: makeLedgerKey(this, stage),
      acquirerSecret: stage.acquirer ? makeAcquirerSecret(this, stage) : undefined,
    };
    const helloSecret = makeHelloSecret(this, stage);
    const authorizers = {
      key: makeKeyAuthorizer(context),
      digest: makeDigestAuthorizer(context, helloSecret),
      session: makeSessionAuthorizer(context),
    };

    const workers = makeWorkers(context);

    const releases = new Releases();
    const shared = { context, authorizers, refusal: makeRefusal(context), queues: workers.queues, releases };
    const customers = makePosApi(shared);
    const merchants = makeBaseApi(shared, customers);
    const users = makeConsoleApi(shared, merchants, customers);
    const [base, pos, console] = [merchants.api, customers.api, users.api];
    nameEachOther({ base, pos }, stage);
    tellOwnUrl(console, stage);
    tellUrls(workers, { console: urlOf(console, stage), pos: urlOf(pos, stage) });
    const watched = { base, pos, console, workers, releases };
    const alarms = makeAlarms(context, watched);
    makeDashboard(context, watched, alarms);
    if (stage.canary)
      makeCanaries(context.groups.Payments, releases, stage.canary, alarms.filter(isReleaseAlarm));
    if (stage.smoke && !stage.standby) this.templateOptions.metadata = { [smokeKey]: true };

    new CfnOutput(this, 'BaseUrl', { value: urlOf(base, stage) });
    new CfnOutput(this, 'PosUrl', { value: urlOf(pos, stage) });
    new CfnOutput(this, 'ConsoleUrl', { value: urlOf(console, stage) });
    new CfnOutput(this, 'LedgerKeyArn', { value: context.ledgerKey.keyArn });
    new CfnOutput(this, 'HelloSecretArn', { value: helloSecret.secretArn });
    if (stage.multiRegionKey && !stage.multiRegionKey.primary)
      new CfnOutput(this, 'SealKeyArn', { value: context.sealKey.keyArn });
    if (context.acquirerSecret)
      new CfnOutput(this, 'AcquirerSecretArn', { value: context.acquirerSecret.secretArn });

    Tags.of(this).add('application', 'florin');
    Tags.of(this).add('stage', stage.name);
  }
}
