import { isId } from '#domain/id.ts';
import { log } from '#observability/log.ts';
import { vouchFor } from '#store/apps.ts';

/**
 * Run by an operator, with AWS credentials (docs/operate.md, Jobs): says that an app is known, so that the mail it causes
 * has a larger quota than that of unknown apps.
 */
export async function handler({ appId, vouched = true }: { appId?: unknown; vouched?: unknown }) {
  if (!isId(appId) || typeof vouched !== 'boolean')
    throw new Error('Expected {"appId": "<its id>"}, with "vouched": false to take it back');
  await vouchFor(appId, vouched);
  log('info', { appId, vouched });
  return { appId, vouched };
}
