import type { Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { makeAlarms } from './alarms.ts';
import { makeDashboard } from './dashboard.ts';
import type { House } from './function.ts';
import type { Workers } from './workers.ts';

/** What there is to watch. */
export interface Watched {
  base: SpecRestApi;
  pos: SpecRestApi;
  workers: Workers;
}

/** For whoever keeps it running: alarms, and one page that shows how it does. Call it last. */
export function makeOperations(scope: Stack, house: House, apis: Watched): void {
  const alarms = makeAlarms(scope, house, apis);
  makeDashboard(scope, house, apis, alarms);
}
