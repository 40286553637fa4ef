import { createHmac } from 'node:crypto';
import type {
  Acquirer,
  AcquirerBalanceTransaction,
  AcquirerDispute,
  AcquirerPayment,
  AuthorizationOrder,
  AuthorizationOutcome,
  Capabilities,
  MovementOutcome,
  PaymentAcquirer,
} from '#acquirer/acquirer.ts';
import type { AcquirerEvent, EventGuide, EventReader } from '#acquirer/events.ts';
import type { AcquirerSetup } from '#acquirer/setup.ts';

/*
 * An adapter for tests, to an acquirer that differs from Stripe: it accepts captures, refunds and voids, and answers them by
 * events alone, or says `until` when it will have answered; their figures are in a report that it publishes days later; its bank sends data back with the customer. The
 * tests copy this file into `functions/core/acquirer/second/` of a copy of the repository.
 */

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the stand-in's answers have every shape
  body: any;
}

async function ask(path: string, body?: object): Promise<Answer> {
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${process.env.SECOND_URL}${path}`, {
    ...init,
    signal: AbortSignal.timeout(4000),
  });
  return { status: answer.status, body: await answer.json() };
}

async function read<T>(path: string): Promise<T | undefined> {
  const { status, body } = await ask(path);
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`The second acquirer has answered ${status}`);
  return body;
}

const orUnknown = <T>(asking: Promise<T>): Promise<T | { state: 'unknown'; cause: string }> =>
  asking.catch((error: Error) => ({ state: 'unknown', cause: error.name }));

/** The acquirer names a payment after Florin's id, so that the name is known before anything is reserved. */
const referenceOf = ({ id }: { id: string }): string => `second-${id}`;

const outcomeOf = ({ status, body }: Answer): AuthorizationOutcome => {
  if (status === 404) return { state: 'absent' };
  if (status !== 200) return { state: 'unknown', cause: `${status}` };
  if (body.state !== 'approved') return body;
  return { state: 'approved', payment: { reference: body.reference, manyCaptures: true } };
};

const asFound = ({ status, body: { state, until } }: Answer): MovementOutcome => {
  if (status === 404) return { state: 'absent' };
  if (!until) return { state: 'unknown', cause: 'An event will tell' };
  if (state === 'received') return { state: 'accepted', until };
  return state === 'approved' ? { state } : { state: 'declined', decline: 'PAYMENT_REJECTED' };
};

export const payments: PaymentAcquirer = {
  refusalOf: () => undefined,
  async authorize(order, instrument, keep) {
    const reference = await keep(referenceOf(order));
    if (!reference) return { state: 'unknown', cause: 'given up' };
    const { id, account, amount, currency } = order;
    const number = 'card' in instrument ? instrument.card.number : undefined;
    const returnUrl = 'returnUrl' in instrument ? instrument.returnUrl : undefined;
    const asked = { id, account, reference, amount, currency, number, returnUrl };
    return orUnknown(ask('/payments', asked).then(outcomeOf));
  },
  findAuthorization: (order: AuthorizationOrder) =>
    orUnknown(ask(`/payments/${referenceOf(order)}/result`, order.brought ?? {}).then(outcomeOf)),
  async abandon(_, reference) {
    const { status } = await ask(`/payments/${reference}/cancel`, {});
    return { state: status === 200 ? 'approved' : 'declined', decline: 'PAYMENT_REJECTED' };
  },
  move: ({ id, account, kind, amount, currency, payment: { reference } }) =>
    orUnknown(ask('/movements', { id, account, kind, amount, currency, payment: reference }).then(asFound)),
  find: ({ id }) => orUnknown(ask(`/movements/${id}`).then(asFound)),
};

export const acquirer: Acquirer = {
  ...payments,
  sendEvidence: async () => ({ state: 'refused', reason: 'ended' }),
  findPayment: (_, reference) => read<AcquirerPayment>(`/payments/${reference}`),
  findDispute: (_, reference) => read<AcquirerDispute>(`/disputes/${reference}`),
  listDisputes: async () => ({ disputes: [] }),
  async listBalanceTransactions(account, { since, until = Date.now() + 1 }) {
    const found = await read<AcquirerBalanceTransaction[]>(`/reports?account=${account}`);
    const within = (found ?? []).filter(
      ({ created }) => since <= Date.parse(created) && Date.parse(created) < until,
    );
    return { entries: within };
  },
  async findBalanceTransactions(account, reference) {
    const found = (await read<AcquirerBalanceTransaction[]>(`/reports?account=${account}`)) ?? [];
    return found.filter((entry) => entry.reference === reference || entry.source === reference);
  },
  async balanceOf(account) {
    const balance: Record<string, { total: number }> = {};
    for (const { currency, net } of (await read<AcquirerBalanceTransaction[]>(
      `/reports?account=${account}`,
    )) ?? [])
      balance[currency] = { total: (balance[currency]?.total ?? 0) + net };
    return balance;
  },
  findPayout: async () => undefined,
  listPayouts: async () => ({ payouts: [] }),
  listPayoutEntries: async () => ({ entries: [] }),
};

export const capabilities: Capabilities = {
  schemes: ['visa', 'mastercard'],
  mostCaptures: 20,
  keepsCards: false,
  pages: () => new URL(process.env.SECOND_URL ?? '').origin,
  brings: ['result'],
};

export const signatureOf = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

export const readEvent: EventReader = async ({ body, header }) => {
  const secret = process.env.SECOND_CREDENTIALS;
  if (!secret) return { state: 'unconfigured' };
  if (header('x-second-signature') !== signatureOf(body, secret))
    return { state: 'unsigned', title: 'The signature is not one of the second acquirer’s' };
  return { state: 'read', events: [JSON.parse(body) as AcquirerEvent] };
};

export const setup: AcquirerSetup = {
  apiVersion: '1',
  validateAccount: async () => ({
    ...{ currency: 'EUR', country: 'DK', live: false },
    ...{ chargesEnabled: true, payoutsEnabled: true },
  }),
  missingRights: async () => [],
  receiveEvents: async () => ({ id: 'endpoint', created: false }),
};

export const eventGuide: EventGuide = {
  name: 'Second',
  signature: 'X-Second-Signature',
  signedBy: 'By the secret of the endpoint',
  subscription: 'all',
};
