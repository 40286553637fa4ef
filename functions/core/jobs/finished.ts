import { log } from '#observability/log.ts';
import { embedded } from '#observability/metrics.ts';

/** Notes that a scheduled job has done all that it had to. An alarm goes off when it has not for too long. */
export const finished = (job: string, fields: object = {}): void =>
  log('info', {
    ...fields,
    ...embedded({ name: 'JobsFinished', value: 1, dimension: { name: 'job', value: job } }),
  });
