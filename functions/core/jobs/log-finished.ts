import { log } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';

/** Logs and counts that a scheduled job has finished. An alarm goes off if a job does not finish for too long. */
export const logFinished = (job: string, fields: object = {}): void =>
  log('info', {
    ...fields,
    ...embeddedMetrics({ name: 'JobsFinished', value: 1, dimension: { name: 'job', value: job } }),
  });

/**
 * Counts 0 finished runs of each job, and 0 payments of real money. CloudWatch cannot tell a job that does not run from
 * one that counts nothing, and an alarm in a new stage must wait for the first run.
 */
export function countNothing(jobs: readonly string[]): void {
  for (const job of jobs)
    log('info', embeddedMetrics({ name: 'JobsFinished', value: 0, dimension: { name: 'job', value: job } }));
  log('info', embeddedMetrics({ name: 'LivePayments', value: 0 }));
}
