import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const acmeKey = 'test_of-nobody';

/** The number of a card whose bank asks the customer, and of one without funds. */
export const challengedCard = '4000002760003184';
export const poorCard = '4000000000009995';

/** The next request fails: its answer is `lost` after its effect, or Acme refuses the key. */
type Failure = 'lost' | 'refused';

interface Payment {
  account: string;
  amount: number;
  state: 'reserved' | 'asking' | 'refused' | 'cancelled';
  reason?: string;
  returnUrl?: string;
}

interface Movement {
  account: string;
  payment: string;
  kind: 'capture' | 'refund' | 'void';
  amount: number;
  state: 'done' | 'refused';
  reason?: string;
  entry?: { id: string; currency: string; net: number; fee: number };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies have every shape
type Json = any;

/** The acquirer of the adapter in docs/adapter.md, with its books. Each failure meets one request. */
export async function startAcme() {
  const payments = new Map<string, Payment>();
  const movements = new Map<string, Movement & { id: string; time: number }>();
  const failures: Failure[] = [];
  let endpoint = '';

  const of = (payment: string, kind: string) =>
    [...movements.values()].filter(
      (each) => each.payment === payment && each.kind === kind && each.state === 'done',
    );
  const sum = (payment: string, kind: string) =>
    of(payment, kind).reduce((total, { amount }) => total + amount, 0);

  function pay(id: string, { account, amount, card, returnUrl }: Json): Payment {
    const states: Record<string, Payment['state']> = { [poorCard]: 'refused', [challengedCard]: 'asking' };
    const state = states[card.number] ?? 'reserved';
    const made: Payment = {
      account,
      amount,
      state,
      returnUrl,
      ...(state === 'refused' && { reason: 'funds' }),
    };
    payments.set(id, made);
    return made;
  }

  function move(id: string, { account, payment, kind, amount }: Json): Movement {
    const most =
      kind === 'refund'
        ? sum(payment, 'capture') - sum(payment, 'refund')
        : (payments.get(payment)?.amount ?? 0) - sum(payment, 'capture') - sum(payment, 'void');
    const fee = kind === 'capture' ? 10 : 0;
    const net = kind === 'refund' ? -amount : amount - fee;
    const made = {
      ...{ id, account, payment, kind, amount, time: Date.now() },
      state: amount > most ? ('refused' as const) : ('done' as const),
      ...(kind !== 'void' && { entry: { id: `entry-${id}`, currency: 'EUR', net, fee } }),
    };
    movements.set(id, made);
    return made;
  }

  const entries = (account: string) =>
    [...movements.values()]
      .filter((each) => each.account === account && each.state === 'done' && each.entry)
      .map(({ id, kind, payment, time, entry }) => ({
        ...{ reference: `entry-${id}`, type: kind, about: 'payment', source: id, payment },
        ...{ currency: 'EUR', net: entry?.net ?? 0, fee: entry?.fee ?? 0 },
        created: new Date(time).toISOString(),
      }))
      .reverse();

  const shown = (id: string, { state, reason }: Payment) => ({
    ...{ state, reason },
    ...(state === 'asking' && { url: `${url}/bank/${id}` }),
  });

  function stateOf(id: string, { amount, state }: Payment) {
    const [captured, voided] = [sum(id, 'capture'), sum(id, 'void')];
    const list = (kind: string) =>
      of(id, kind).map((each) => ({
        ...{ amount: each.amount, operation: each.id, reference: each.id, ended: false },
        figures: {
          reference: each.entry?.id,
          currency: 'EUR',
          net: each.entry?.net,
          fee: each.entry?.fee,
        },
      }));
    return {
      ...{ currency: 'EUR', authorized: amount, captured, captures: list('capture') },
      ...{ refunds: list('refund'), ended: state === 'cancelled' || captured + voided === amount },
    };
  }

  function answer(method: string, path: string, query: URLSearchParams, body: Json): [number, object?] {
    const [what = '', id = '', then] = path.slice(1).split('/');
    const account = query.get('account') ?? '';
    if (what === 'payments' && !then && method === 'PUT')
      return [200, shown(id, payments.get(id) ?? pay(id, body))];
    const payment = payments.get(id);
    if (what === 'payments') {
      if (!payment) return [404];
      if (then === 'cancel') payment.state = 'cancelled';
      if (then === 'state') return [200, stateOf(id, payment)];
      return [200, shown(id, payment)];
    }
    if (what === 'movements' && method === 'PUT') return [200, movements.get(id) ?? move(id, body)];
    if (what === 'movements') return movements.has(id) ? [200, movements.get(id)] : [404];
    if (what === 'books') {
      const [since, until] = ['since', 'until'].map((name) => Number(query.get(name) ?? Number.NaN));
      const wanted = query.get('reference');
      const found = entries(account).filter(
        ({ reference, created }) =>
          !(Date.parse(created) < (since ?? 0) || Date.parse(created) >= (until ?? 0)) &&
          (!wanted || wanted === reference),
      );
      return [200, { entries: found }];
    }
    if (what === 'balance')
      return [200, { EUR: { total: entries(account).reduce((total, { net }) => total + net, 0) } }];
    if (what === 'payouts' || what === 'disputes') return id ? [404] : [200, { [what]: [] }];
    if (what === 'accounts')
      return [
        200,
        { currency: 'EUR', country: 'DK', live: false, chargesEnabled: true, payoutsEnabled: true },
      ];
    if (what === 'endpoint') endpoint = body.url;
    return what === 'endpoint' ? [200, {}] : [404];
  }

  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://acme');
    if (pathname.startsWith('/bank/')) {
      const payment = payments.get(pathname.slice('/bank/'.length)) as Payment;
      payment.state = new URLSearchParams(body).get('passed') === 'yes' ? 'reserved' : 'refused';
      return response.writeHead(303, { location: payment.returnUrl }).end();
    }
    const failure = failures.shift();
    if (failure === 'refused' || request.headers.authorization !== `Bearer ${acmeKey}`)
      return response.writeHead(401).end('{}');
    const [status, made = {}] = answer(
      request.method ?? '',
      pathname,
      searchParams,
      body ? JSON.parse(body) : undefined,
    );
    if (failure === 'lost') return request.socket.destroy();
    return response.writeHead(status).end(JSON.stringify(made));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const signed = (report: object | string, time = Date.now(), key = acmeKey) => {
    const body = typeof report === 'string' ? report : JSON.stringify(report);
    const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
    return { body, headers: { 'acme-time': `${time}`, 'acme-signature': signature } };
  };

  return {
    url,
    /** Makes the next requests fail, each in the given way. */
    fail: (...how: Failure[]) => failures.push(...how),
    recover: () => failures.splice(0),
    signed,
    /** Posts a report to Florin. @returns the status of the answer */
    report: async (address: string, report: object): Promise<number> =>
      (await fetch(address, { method: 'POST', ...signed({ live: false, ...report }) })).status,
    /** The payments, ledger entries and voids that the requests have made for an account. */
    books: (account: string) => ({
      payments: [...payments.values()].filter((each) => each.account === account).map(({ state }) => state),
      entries: entries(account)
        .map(({ type, net }) => [type, net])
        .reverse(),
      voids: [...movements.values()].filter((each) => each.account === account && each.kind === 'void')
        .length,
    }),
    /** The sums of an account. */
    sums(account: string) {
      const own = [...payments].filter(([, each]) => each.account === account);
      const reserved = own.filter(([, { state }]) => state === 'reserved');
      const sumOf = (kind: string) => own.reduce((total, [id]) => total + sum(id, kind), 0);
      return {
        payments: own.filter(([, { state }]) => state === 'reserved' || state === 'cancelled').length,
        held: reserved.reduce(
          (total, [id, { amount }]) => total + amount - sum(id, 'capture') - sum(id, 'void'),
          0,
        ),
        ...{ captured: sumOf('capture'), refunded: sumOf('refund') },
        entries: entries(account)
          .map(({ reference, net }) => ({ reference, net }))
          .reverse(),
      };
    },
    /** Captures in Acme's own dashboard. */
    capture: (account: string, payment: string, amount: number) =>
      move(`by-hand-${movements.size}`, { account, payment, kind: 'capture', amount }),
    /** A report for each payment of an account. */
    reports: (account: string) =>
      [...payments]
        .filter(([, each]) => each.account === account)
        .map(([payment]) => ({ type: 'payment', live: false, account, payment })),
    payments,
    movements,
    endpoint: () => endpoint,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
