import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Acquirer, Capabilities } from '#acquirer/acquirer.ts';
import type { AcquirerEvent, EventGuide, EventReader } from '#acquirer/events.ts';
import type { AcquirerSetup } from '#acquirer/setup.ts';
import { refuse } from '#domain/outcome.ts';
import { ask, key, payments } from './payments.ts';

/**
 * Acme's API uses the field names of the port, so that this example stays short. The adapter of another acquirer
 * translates each field.
 *
 * @throws if Acme does not answer, so that Florin reads again later
 */
async function read<T>(path: string, query: Record<string, unknown>): Promise<T | undefined> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  const { status, body } = await ask('GET', `${path}?${new URLSearchParams(given)}`);
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`Acme answered ${status}`);
  return body as T;
}

async function readOrThrow<T>(path: string, query: Record<string, unknown>): Promise<T> {
  const found = await read<T>(path, query);
  if (!found) throw new Error(`Acme has no ${path}`);
  return found;
}

export { payments };

export const acquirer: Acquirer = {
  ...payments,
  sendEvidence: async () => ({ state: 'refused', reason: 'ended' }),
  findPayment: (account, reference) => read(`payments/${reference}/state`, { account }),
  findDispute: (account, reference) => read(`disputes/${reference}`, { account }),
  listDisputes: (account, since, cursor) => readOrThrow('disputes', { account, since, cursor }),
  listBalanceTransactions: (account, period, cursor) => readOrThrow('books', { account, ...period, cursor }),
  findBalanceTransactions: async (account, reference) =>
    (await readOrThrow<{ entries: [] }>('books', { account, reference })).entries,
  balanceOf: (account) => readOrThrow('balance', { account }),
  findPayout: (account, reference) => read(`payouts/${reference}`, { account }),
  listPayouts: (account, since, cursor) => readOrThrow('payouts', { account, since, cursor }),
  listPayoutEntries: (account, payout, cursor) => readOrThrow('books', { account, payout, cursor }),
};

export const capabilities: Capabilities = {
  schemes: ['visa', 'mastercard'],
  mostCaptures: 20,
  keepsCards: false,
  pages: () => new URL(process.env.ACME_URL || 'https://api.acme.example').origin,
};

/** The time is signed, too, so that a report that was overheard cannot be sent again later. */
async function isSigned(body: string, time = '', signature = ''): Promise<boolean> {
  const wanted = createHmac('sha256', await key.current())
    .update(`${time}.${body}`)
    .digest();
  const given = Buffer.from(signature, 'hex');
  const isFresh = Math.abs(Date.now() - Number(time || Number.NaN)) < 300_000;
  return isFresh && given.length === wanted.length && timingSafeEqual(given, wanted);
}

export const readEvent: EventReader = async ({ body, header }) => {
  if (!process.env.ACME_SECRET && !process.env.ACME_CREDENTIALS) return { state: 'unconfigured' };
  if (!(await isSigned(body, header('acme-time'), header('acme-signature'))))
    return { state: 'unsigned', title: 'The signature is not one of Acme’s, or is too old' };
  const { type, live, account, payment, dispute } = parse(body);
  if (live !== (await key.current()).startsWith('live_')) return { state: 'other mode', type, live };
  if (type === 'payment') return { state: 'read', events: [paymentEvent(account, payment)] };
  if (type === 'dispute' && dispute)
    return { state: 'read', events: [{ type: 'dispute.changed', account, payment, reference: dispute }] };
  return { state: 'read', events: [] };
};

function paymentEvent(account: string, payment: string): AcquirerEvent {
  const [, operation] = /^florin-([0-9a-f]{24})$/.exec(payment) ?? [];
  return { type: 'payment.changed', account, payment, operation };
}

interface Report extends Record<'type' | 'account' | 'payment', string> {
  live: boolean;
  dispute?: string;
}

function parse(text: string): Report {
  try {
    const report: Partial<Report> = Object(JSON.parse(text));
    const { type, account, payment, live } = report;
    if ([type, account, payment].every((each) => typeof each === 'string') && typeof live === 'boolean')
      return report as Report;
  } catch {}
  return refuse('body', 'Must be a report of Acme: {"type": "payment", "live": true, …}');
}

export const setup: AcquirerSetup = {
  apiVersion: '1',
  validateAccount: (account) => readOrThrow(`accounts/${account}`, {}),
  missingRights: async () => [],
  async receiveEvents(url) {
    const { status } = await ask('PUT', 'endpoint', { url });
    if (status !== 200) throw new Error(`Acme answered ${status}`);
    return { id: 'endpoint', created: true };
  },
};

export const eventGuide: EventGuide = {
  name: 'Acme',
  signature: 'Acme-Signature',
  signedBy: 'By the stage’s key, not older than five minutes',
  subscription: '`payment` and `dispute`',
};
