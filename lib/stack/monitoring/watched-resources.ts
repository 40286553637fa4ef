import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Workers } from '../jobs/workers.ts';
import type { Releases } from '../release/releases.ts';

/** The resources that alarms and the dashboard watch, in addition to the table. */
export interface WatchedResources {
  base: SpecRestApi;
  pos: SpecRestApi;
  console: SpecRestApi;
  workers: Workers;
  releases: Releases;
}
