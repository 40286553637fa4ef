import { randomBytes } from 'node:crypto';
import type { Account, Loose } from './account.ts';
import { invalid, missing } from './errors.ts';
import { list, metadataOf, type Params, text } from './form.ts';

/** https://docs.stripe.com/api/webhook_endpoints/create: only this answer has the secret. */
export function createEndpoint(account: Account, params: Params): object {
  const events = list(params, 'enabled_events');
  if (!text(params, 'url')?.startsWith('https://')) throw invalid('url_invalid', 'url');
  if (events.length === 0) throw invalid('parameter_missing', 'enabled_events');
  const made = account.add<Loose>('we', {
    object: 'webhook_endpoint',
    url: text(params, 'url'),
    api_version: text(params, 'api_version') ?? null,
    application: text(params, 'connect') === 'true' ? 'ca_own' : null,
    enabled_events: events,
    metadata: { ...metadataOf(params) },
    status: 'enabled',
  });
  return { ...made, secret: ['whsec', randomBytes(12).toString('hex')].join('_') };
}

/** https://docs.stripe.com/api/webhook_endpoints/update: an update does not change the version. */
export function changeEndpoint(account: Account, params: Params, id: string): object {
  const endpoint = account.get<Loose>(id);
  if (endpoint?.object !== 'webhook_endpoint') throw missing();
  if (params.api_version !== undefined) throw invalid('parameter_unknown', 'api_version');
  const events = list(params, 'enabled_events');
  if (events.length > 0) endpoint.enabled_events = events;
  endpoint.metadata = { ...(endpoint.metadata as object), ...metadataOf(params) };
  const disabled = text(params, 'disabled');
  if (disabled !== undefined) endpoint.status = disabled === 'true' ? 'disabled' : 'enabled';
  return { ...endpoint };
}
