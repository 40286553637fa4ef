import { isId } from '#domain/id.ts';
import { log } from '#observability/log.ts';
import { vouchFor } from '#store/apps.ts';
import { keepTestData } from '#usecases/accounts/keep-test-data.ts';

/**
 * Run by an operator, with AWS credentials (docs/operate.md, Jobs): says that an app is known, so that the mail it causes
 * has a larger quota than that of unknown apps, and that the test data of its merchants stays. Data that was to expire is
 * kept, so many items; a run that was interrupted is run again.
 */
export async function handler({ appId, vouched = true }: { appId?: unknown; vouched?: unknown }) {
  if (!isId(appId) || typeof vouched !== 'boolean')
    throw new Error('Expected {"appId": "<its id>"}, with "vouched": false to take it back');
  await vouchFor(appId, vouched);
  const kept = vouched ? await keepTestData(appId) : 0;
  log('info', { appId, vouched, kept });
  return { appId, vouched, kept };
}
