import { type Client, FlorinError, type Merchant } from '../../florin/src/index.ts';
import type { FlorinDescription } from './places.ts';

/** A finding of the doctor. `remedy` says what to do. */
export interface Check {
  name: string;
  result: 'ok' | 'warning' | 'failed' | 'skipped';
  says: string;
  remedy?: string;
}

export const ok = (name: string, says: string): Check => ({ name, result: 'ok', says });
export const warning = (name: string, says: string, remedy: string): Check => ({
  name,
  result: 'warning',
  says,
  remedy,
});
/** A check that was not made. */
export const skippedCheck = (name: string, says: string, remedy: string): Check => ({
  name,
  result: 'skipped',
  says,
  remedy,
});
export const failure = (name: string, says: string, remedy: string): Check => ({
  name,
  result: 'failed',
  says,
  remedy,
});

/**
 * In seconds. Receivers refuse webhooks that were signed more than 300 seconds ago. The header `Date` has whole
 * seconds.
 */
const [tolerable, dangerous] = [10, 240];

export function clockCheck({ date, milliseconds }: FlorinDescription, now: number): Check {
  if (Number.isNaN(date))
    return warning('clock', 'the answer has no date', 'Look for a proxy that removes it.');
  const skew = Math.max(0, Math.round((Math.abs(now - date) - milliseconds) / 1000) - 1);
  const says = `this clock and Florin's differ by ${skew} s`;
  if (skew <= tolerable) return ok('clock', says);
  const remedy = 'Set the clock of this machine by NTP: a receiver here refuses webhooks from 300 s on.';
  return skew < dangerous ? warning('clock', says, remedy) : failure('clock', says, remedy);
}

export function versionCheck(server: string, own: string): Check {
  if (server === own) return ok('version', server);
  return warning(
    'version',
    `Florin is ${server}, and this tool is ${own}`,
    'Install the tool of the same version.',
  );
}

export async function keyCheck(florin: Client): Promise<{ check: Check; appId?: string }> {
  try {
    const { id, name } = await florin.apps.me();
    return { check: ok('key', `belongs to the app ${name ?? id}`), appId: id };
  } catch (error) {
    if (!(error instanceof FlorinError) || error.status !== 401) throw error;
    const remedy = 'Log in with the key of an app: florin login. A removed app needs a successor.';
    return { check: failure('key', 'is unknown to this Florin', remedy) };
  }
}

/** The checks of a merchant's connection to its acquirer. */
export function merchantChecks(merchant: Merchant): Check[] {
  const { id, integration } = merchant;
  const name = `merchant ${id}`;
  if (merchant.test) return [ok(name, 'is a test merchant, whose acquirer is simulated')];
  const account = 'Complete the tasks that the dashboard of the acquirer lists.';
  if (!integration?.payments)
    return [
      failure(
        name,
        'is live, and takes no payments: it has no acquirer, or its account there is restricted',
        `The operator connects it: florin operator connect ${id} --acquirer <name>. ${account}`,
      ),
    ];
  if (!integration.payouts)
    return [warning(name, 'takes payments, but its account is not paid out', account)];
  return [ok(name, 'is live, and takes payments')];
}

/** The checks of a merchant's webhooks, by their newest deliveries. */
export async function webhookChecks(florin: Client, merchantId: string): Promise<Check[]> {
  const webhooks = (await florin.webhooks.list(merchantId, { limit: 20 }).page()).filter(
    ({ url }) => url !== null,
  );
  if (webhooks.length === 0) {
    const remedy = 'Make a webhook with one if your server must learn of payments: docs/webhooks.md.';
    return [warning(`webhooks of ${merchantId}`, 'none has a url', remedy)];
  }
  return Promise.all(
    webhooks.map(async (webhook) => {
      const name = `webhook ${webhook.id}`;
      const { url, enabled, verified, verificationError, disabled } = webhook;
      if (!verified)
        return failure(
          name,
          `${url} is not verified${verificationError ? `: ${verificationError}` : ''}`,
          'Answer the challenge of a test event with its value, and send another test.',
        );
      if (!enabled)
        return failure(
          name,
          `${url} is switched off${disabled ? ` by ${disabled.by}` : ''}`,
          'Repair its server, switch the webhook on, and repeat the deliveries since then.',
        );
      const [last] = await florin.deliveries.list(merchantId, webhook.id, { limit: 1 }).page();
      if (!last) return ok(name, `${url} has had no delivery yet`);
      const attempt = last.attempts.at(-1);
      if (webhook.failingSince || last.status === 'failed')
        return failure(
          name,
          `${url} fails: ${attempt?.status ?? attempt?.error ?? 'no answer'}`,
          'Look at the attempts: florin logs tail --failed.',
        );
      return ok(name, `${url} took its last delivery at ${attempt?.time ?? last.created}`);
    }),
  );
}
