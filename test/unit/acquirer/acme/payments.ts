import type {
  AuthorizationOrder,
  AuthorizationOutcome,
  Instrument,
  KeepReference,
  MovementOrder,
  MovementOutcome,
  PaymentAcquirer,
} from '#acquirer/acquirer.ts';
import type { Decline } from '#acquirer/decline.ts';
import { requireVariable } from '#aws/environment.ts';
import { readText } from '#aws/read-text.ts';
import type { AcquirerFigures } from '#domain/transactions/operation.ts';
import { log } from '#observability/log.ts';
import { acquirerRefusal } from '#observability/metrics.ts';
import { cachedSecret } from '#vault/cached-secret.ts';
import { readSecret } from '#vault/secret.ts';

type Method = 'GET' | 'PUT';

/** An answer of Acme, which may lack any field. */
interface Answer {
  status: number;
  body: { state?: string; reason?: string; url?: string; entry?: Record<string, unknown> };
}

/** Acme's key of the stage, which also signs Acme's events: `live_…` moves real money, `test_…` does not. */
export const key = cachedSecret(
  async () => process.env.ACME_CREDENTIALS || (await readSecret(requireVariable('ACME_SECRET'))).value,
);

/** @throws if no answer of JSON comes in time */
export async function ask(method: Method, path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${await key.current()}` };
  const signal = AbortSignal.timeout(4_000);
  const request = { method, headers, signal, body: body && JSON.stringify(body), redirect: 'error' } as const;
  const response = await fetch(`${process.env.ACME_URL || 'https://api.acme.example'}/${path}`, request);
  return { status: response.status, body: Object(JSON.parse(await readText(response, signal))) };
}

/** The money may have moved although no answer came. */
const orUnknown = <T>(asked: Promise<T>): Promise<T | { state: 'unknown'; cause: string }> =>
  asked.catch(({ name }: Error) => ({ state: 'unknown', cause: name }));

const declines: Record<string, Decline> = {
  expired: 'PAYMENT_CARD_EXPIRED',
  funds: 'PAYMENT_INSUFFICIENT_FUNDS',
};

/** The outcomes without an approval. Only a clear answer ends an operation. */
function notApproved(method: Method, { status, body }: Answer) {
  const isRefused = status === 401 || status === 403;
  if (isRefused) log('error', { acme: 'Refused us', status, ...acquirerRefusal() });
  if (isRefused && method === 'PUT') return { state: 'forbidden', cause: `${status}` } as const;
  if (status === 404 && method === 'GET') return { state: 'absent' } as const;
  if (status === 200 && body.state === 'refused')
    return { state: 'declined', decline: declines[body.reason ?? ''] ?? 'PAYMENT_REJECTED' } as const;
  return { state: 'unknown', cause: `${status}` } as const;
}

/** Acme lets its clients choose the ids. So a repeated request has one effect, and Florin knows the id beforehand. */
const referenceOf = ({ id }: AuthorizationOrder): string => `florin-${id}`;

async function authorization(
  method: Method,
  order: AuthorizationOrder,
  body?: object,
): Promise<AuthorizationOutcome> {
  const reference = referenceOf(order);
  const answer = await ask(method, `payments/${reference}`, body);
  const { state, url } = answer.body;
  if (answer.status === 200 && state === 'reserved')
    return { state: 'approved', payment: { reference, manyCaptures: true } };
  if (answer.status === 200 && state === 'asking' && typeof url === 'string')
    return { state: 'challenge', reference, url };
  return notApproved(method, answer);
}

async function reserve(
  order: AuthorizationOrder,
  instrument: Instrument,
  keep: KeepReference,
): Promise<AuthorizationOutcome> {
  if (!('card' in instrument)) return { state: 'declined', decline: 'PAYMENT_METHOD_ERROR' };
  if (!(await keep(referenceOf(order)))) return { state: 'unknown', cause: 'It was given up' };
  const { account, amount, currency, descriptor, requireTds } = order;
  const { card, returnUrl } = instrument;
  return authorization('PUT', order, { account, amount, currency, descriptor, requireTds, card, returnUrl });
}

/** @throws if a figure is missing, as a wrong figure in the ledger could never be corrected */
function figuresOf({ id, currency, net, fee }: Record<string, unknown> = {}): AcquirerFigures {
  const isText = typeof id === 'string' && typeof currency === 'string';
  if (!isText || !Number.isSafeInteger(net) || !Number.isSafeInteger(fee)) throw new Error('No figures');
  return { reference: id, currency, net: net as number, fee: fee as number };
}

async function movement(
  method: Method,
  { id, kind }: MovementOrder,
  body?: object,
): Promise<MovementOutcome> {
  const answer = await ask(method, `movements/${id}`, body);
  if (answer.status !== 200 || answer.body.state !== 'done') return notApproved(method, answer);
  return { state: 'approved', ...(kind !== 'void' && { figures: figuresOf(answer.body.entry) }) };
}

export const payments: PaymentAcquirer = {
  refusalOf(order) {
    if (order.currency !== 'EUR') return { field: 'currency', message: 'Acme takes EUR only' };
    if ('fee' in order && order.fee) return { field: 'fee', message: 'Acme has no fees of platforms' };
    if (order.amount === 0) return { field: 'amount', message: 'Acme cannot save a card without a payment' };
    return undefined;
  },
  authorize: (order, instrument, keep) => orUnknown(reserve(order, instrument, keep)),
  findAuthorization: (order) => orUnknown(authorization('GET', order)),
  abandon: (_, reference) =>
    orUnknown(
      ask('PUT', `payments/${reference}/cancel`, {}).then(({ status, body }) =>
        status === 200 && body.state === 'cancelled'
          ? { state: 'approved' }
          : { state: 'unknown', cause: `${status}` },
      ),
    ),
  move(order) {
    const { account, kind, amount, currency, payment } = order;
    return orUnknown(movement('PUT', order, { account, kind, amount, currency, payment: payment.reference }));
  },
  find: (order) => orUnknown(movement('GET', order)),
};
