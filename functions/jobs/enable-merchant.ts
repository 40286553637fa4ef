import { acquirerNames } from '#acquirer/names.ts';
import { setupOf } from '#acquirer/setups.ts';
import { isId } from '#domain/id.ts';
import { log } from '#observability/log.ts';
import { connectAcquirer } from '#usecases/accounts/connect-acquirer.ts';

const mode = process.env.ACQUIRER_MODE === 'live' ? 'live' : 'test';

interface Asked {
  merchantId?: unknown;
  acquirer?: unknown;
  account?: unknown;
  enabled?: unknown;
  /** Where the acquirer is to report events, if its endpoint is to be made. */
  eventsUrl?: unknown;
}

/**
 * Run by an operator, with AWS credentials (`npm run merchant`): connects a live merchant with its account at an
 * acquirer, so that it takes real money, or takes that back.
 */
export async function handler({ merchantId, acquirer, account, enabled = true, eventsUrl }: Asked) {
  const isAccount = account === undefined || (typeof account === 'string' && /^\w{1,100}$/.test(account));
  if (!isId(merchantId) || typeof acquirer !== 'string' || !isAccount || typeof enabled !== 'boolean')
    throw new Error(
      `Expected {"merchantId": "<its id>", "acquirer": "${acquirerNames.join('|')}", "account": "<its id there>"}`,
    );
  const connected = await connectAcquirer(merchantId, { acquirer, account }, enabled, mode);
  const { apiVersion, receiveEvents } = setupOf(connected);
  const endpoint =
    typeof eventsUrl === 'string' && enabled
      ? await receiveEvents(eventsUrl, connected.account !== undefined)
      : undefined;
  const result = {
    merchantId,
    ...connected,
    enabled,
    apiVersion,
    ...(endpoint && { endpoint: endpoint.id, endpointCreated: endpoint.created }),
  };
  log('info', result);
  return result;
}
