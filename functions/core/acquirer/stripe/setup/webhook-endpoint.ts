import { createHash, randomUUID } from 'node:crypto';
import type { EventEndpoint } from '../../setup.ts';
import { addWebhookSecret, keys, requireStorableSecret } from '../api/api-keys.ts';
import { type Ask, ask } from '../api/client.ts';
import { causeOf } from '../api/read.ts';
import type { List } from '../api/shapes.ts';
import { isReadable, version } from '../api/version.ts';
import { eventTypes } from '../events/translate-event.ts';

/** https://docs.stripe.com/api/webhook_endpoints/object */
interface WebhookEndpoint {
  id: string;
  url: string;
  api_version: string | null;
  /** Set for an endpoint of connected accounts. */
  application: string | null;
  metadata: { florin?: string; secret?: string };
  /** Stripe shows the secret only in the answer to the creation. */
  secret?: string;
}

/**
 * Creates a webhook endpoint with the pinned API version, or finds the one that Florin has created. Stripe shows the
 * signing secret only once, and never changes an endpoint's version. So Florin replaces an endpoint of another
 * version, or without a stored secret, and switches the old one off after storing the new secret.
 */
export async function receiveEvents(url: string, ofAccounts: boolean): Promise<EventEndpoint> {
  requireStorableSecret();
  const { data } = await askOrThrow<List<WebhookEndpoint>>({
    path: 'webhook_endpoints',
    form: { limit: 100 },
  });
  const kind = ofAccounts ? 'accounts' : 'own';
  const ours = data.filter((endpoint) => endpoint.url === url && kindOf(endpoint) === kind);
  const { webhookSecrets } = await keys.current();
  const kept = webhookSecrets.map(digestOf);
  const fit = ours.find((endpoint) => isReadable(endpoint.api_version) && isKnown(endpoint, kept));
  const made = fit ?? (await create(url, kind));
  for (const { id } of ours) if (id !== made.id) await change(id, { disabled: true });
  const enabled_events = [...eventTypes];
  const metadata = made.secret ? { florin: kind, secret: digestOf(made.secret) } : undefined;
  await change(made.id, { enabled_events, metadata, disabled: false });
  return { id: made.id, created: !fit };
}

const kindOf = ({ metadata, application }: WebhookEndpoint): string =>
  metadata.florin ?? (application ? 'accounts' : 'own');

/**
 * Whether Florin stores the secret of an endpoint. An endpoint that was made by hand does not show its secret, which
 * an operator must have added to Florin's secrets.
 */
const isKnown = ({ metadata }: WebhookEndpoint, kept: readonly string[]): boolean =>
  metadata.florin ? kept.includes(metadata.secret ?? '') : kept.length > 0;

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 16);

async function create(url: string, kind: 'accounts' | 'own'): Promise<WebhookEndpoint> {
  const made = await askOrThrow<WebhookEndpoint>({
    path: 'webhook_endpoints',
    key: randomUUID(),
    form: {
      url,
      api_version: version,
      connect: kind === 'accounts' || undefined,
      enabled_events: [...eventTypes],
      description: 'Florin',
      metadata: { florin: kind },
    },
  });
  try {
    await addWebhookSecret(made.secret ?? '');
  } catch (error) {
    await change(made.id, { disabled: true });
    throw error;
  }
  return made;
}

const change = (id: string, form: Ask['form']) =>
  askOrThrow({ path: `webhook_endpoints/${id}`, key: randomUUID(), form });

/** @throws if Stripe does not make the change */
async function askOrThrow<T>(request: Ask): Promise<T> {
  const answer = await ask<T>(request);
  if (answer.state === 'done') return answer.body;
  const right =
    answer.state === 'refused' && answer.status === 403 ? ' (right: Webhook Endpoints: write)' : '';
  throw new Error(`Stripe does not make the webhook endpoint: ${causeOf(answer)}${right}`);
}
