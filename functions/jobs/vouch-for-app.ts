import { isId } from '#domain/id.ts';
import { log } from '#observability/log.ts';
import { vouchFor } from '#store/merchants/apps.ts';
import { keepTestData } from '#usecases/accounts/keep-test-data.ts';

/**
 * Marks an app as known. Its mail then has a larger quota than the mail of unknown apps, and the test data of its
 * merchants no longer expires. Returns the number of items that would have expired. Run the job again after an
 * interruption. An operator runs this job with AWS credentials (docs/jobs.md).
 */
export async function handler({ appId, vouched = true }: { appId?: unknown; vouched?: unknown }) {
  if (!isId(appId) || typeof vouched !== 'boolean')
    throw new Error('Expected {"appId": "<its id>"}, with "vouched": false to revoke the approval');
  await vouchFor(appId, vouched);
  const kept = vouched ? await keepTestData(appId) : 0;
  log('info', { appId, vouched, kept });
  return { appId, vouched, kept };
}
