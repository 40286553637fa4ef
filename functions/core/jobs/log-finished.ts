import { log } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';

/** Logs and counts that a scheduled job has finished. An alarm goes off if a job does not finish for too long. */
export const logFinished = (job: string, fields: object = {}): void =>
  log('info', {
    ...fields,
    ...embeddedMetrics({ name: 'JobsFinished', value: 1, dimension: { name: 'job', value: job } }),
  });
