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
  /** `extended`: the merchant's authorizations hold money for longer than usual; `usual` takes that back. */
  hold?: unknown;
  /** Whether the amounts of the merchant's authorizations can be raised. */
  increments?: unknown;
  /** The URL to which the acquirer reports events; if present, the job makes the acquirer's endpoint. */
  eventsUrl?: unknown;
}

/**
 * Connects a live merchant with its account at an acquirer, so that the merchant takes real money, or disables the
 * connection. An operator runs this job with AWS credentials (`npm run merchant`).
 */
export async function handler({
  merchantId,
  acquirer,
  account,
  enabled = true,
  hold,
  increments,
  eventsUrl,
}: Asked) {
  const isAccount = account === undefined || (typeof account === 'string' && /^\w{1,100}$/.test(account));
  const areSettings =
    [undefined, 'usual', 'extended'].includes(hold as string | undefined) &&
    [undefined, 'yes', 'no'].includes(increments as string | undefined);
  if (
    !isId(merchantId) ||
    typeof acquirer !== 'string' ||
    !isAccount ||
    typeof enabled !== 'boolean' ||
    !areSettings
  )
    throw new Error(
      `Expected {"merchantId": "<its id>", "acquirer": "${acquirerNames.join('|')}", "account": "<its id there>", "hold": "usual|extended", "increments": "yes|no"}, the last three of them if wanted`,
    );
  const wanted = {
    extended: hold === undefined ? undefined : hold === 'extended',
    increments: increments === undefined ? undefined : increments === 'yes',
  };
  const connected = await connectAcquirer(merchantId, { acquirer, account }, enabled, mode, wanted);
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
