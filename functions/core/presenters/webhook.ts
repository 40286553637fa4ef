import { type Id, idDate } from '#domain/id.ts';
import type { StoredWebhook } from '#store/webhooks/webhooks.ts';

/** An endpoint as the API shows it: of its secrets only the ids and dates, never the values. */
export const present = (webhook: StoredWebhook) => {
  const { id, merchantId, test, url, events, description, disabled, failingSince, secrets } = webhook;
  const { challenge, challengeError } = webhook;
  return {
    id,
    merchantId,
    test,
    created: idDate(id),
    url: url ?? null,
    events: events ?? null,
    description: description ?? null,
    verified: challenge === undefined,
    verificationError: challengeError ?? null,
    enabled: disabled === undefined,
    disabled: disabled ? { at: disabled.at, by: disabled.by } : null,
    failingSince: failingSince === undefined ? null : new Date(failingSince).toISOString(),
    secrets: secrets.map(presentSecret),
  };
};

export const presentSecret = ({ id }: { id: Id }) => ({ id, created: idDate(id) });
