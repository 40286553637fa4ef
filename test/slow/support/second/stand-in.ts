import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AcquirerBalanceTransaction, AcquirerDispute } from '#acquirer/acquirer.ts';
import { signatureOf } from './adapter.ts';

export const secret = 'of-the-second-acquirer';

/** The number of a card whose bank asks the customer. */
export const challengedCard = '4000002760003184';

interface Payment {
  reference: string;
  account: string;
  currency: string;
  amount: number;
  state: 'challenge' | 'approved' | 'declined' | 'cancelled';
  /** The bank's answers, by the word that the customer brings back. */
  results: Record<string, 'approved' | 'declined'>;
  returnUrl?: string;
}

interface Movement {
  id: string;
  account: string;
  payment: string;
  kind: 'capture' | 'refund' | 'void';
  amount: number;
  currency: string;
  state: 'received' | 'approved' | 'declined' | 'failed';
}

/** An entry of its books. `isPublished` is true once a report contains the entry. */
interface Booked extends AcquirerBalanceTransaction {
  account: string;
  isPublished: boolean;
}

/** An acquirer that answers movements by events alone, and publishes their figures in reports. */
export async function startSecond() {
  const payments = new Map<string, Payment>();
  const movements = new Map<string, Movement>();
  const disputes = new Map<string, AcquirerDispute>();
  const books: Booked[] = [];
  /** `answersWithin`: the milliseconds within which it promises an answer; without it, it promises nothing. */
  const settings: { namesOperations: boolean; answersWithin?: number | undefined } = {
    namesOperations: true,
  };
  let booked = 0;
  let post: (body: string, headers: Record<string, string>) => Promise<number> = async () => 0;

  function book(of: Movement, isReversal: boolean): void {
    const fee = of.kind === 'capture' && !isReversal ? Math.round(of.amount / 100) + 10 : 0;
    const sign = (of.kind === 'capture') === isReversal ? -1 : 1;
    books.push({
      ...{ account: of.account, isPublished: false, reference: `booked-${++booked}` },
      ...{ type: of.kind, about: 'payment', source: of.id, payment: of.payment },
      operation: { id: of.id, ...(isReversal && { isReversal }) },
      ...{ currency: of.currency, net: sign * of.amount - fee, fee, created: '' },
    });
  }

  const figuresOf = ({ reference, currency, net, fee }: AcquirerBalanceTransaction) => ({
    reference,
    currency,
    net,
    fee,
  });

  const published = (of: string, isReversal: boolean) => {
    const found = books.find(
      ({ source, operation, isPublished }) =>
        source === of && isPublished && (operation?.isReversal ?? false) === isReversal,
    );
    return found && figuresOf(found);
  };

  function showPayment(reference: string) {
    const { currency, amount } = payments.get(reference) as Payment;
    const own = [...movements.values()].filter(
      ({ payment, state }) => payment === reference && state !== 'received',
    );
    const made = (kind: string) => own.filter((each) => each.kind === kind && each.state !== 'declined');
    const sum = (kind: string) => made(kind).reduce((total, each) => total + each.amount, 0);
    const figures = ({ id, amount }: Movement) => ({
      ...{ amount, figures: published(id, false), returned: published(id, true) },
      ...(settings.namesOperations && { operation: id }),
    });
    return {
      ...{ currency, captured: sum('capture') },
      captures: made('capture').map(figures),
      refunds: made('refund').map((each) => ({
        ...figures(each),
        ...{ reference: each.id, operation: each.id, ended: each.state === 'failed' },
      })),
      ended: amount === sum('void') + sum('capture'),
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies have every shape
  function answer(path: string, body: any): [status: number, answer: object] {
    const [, what = '', name = '', then] = path.split(/[/?]/);
    if (what === 'reports') {
      const account = path.split('account=')[1];
      const own = books.filter((each) => each.isPublished && each.account === account);
      const entries = own.map(({ isPublished, operation, ...entry }) => ({
        ...entry,
        ...(settings.namesOperations && { operation }),
      }));
      return [200, entries.reverse()];
    }
    if (what === 'disputes') return disputes.has(name) ? [200, disputes.get(name) as object] : [404, {}];
    const { answersWithin } = settings;
    const until = answersWithin && Date.now() + answersWithin;
    if (what === 'movements' && !body)
      return movements.has(name) ? [200, { state: movements.get(name)?.state, until }] : [404, {}];
    if (what === 'movements') {
      if (!movements.has(body.id)) movements.set(body.id, { ...body, state: 'received' });
      return [200, { state: movements.get(body.id)?.state, until }];
    }
    if (body && !name) {
      const state = body.number === challengedCard ? 'challenge' : 'approved';
      if (!payments.has(body.reference)) payments.set(body.reference, { ...body, state, results: {} });
      return [200, stateOf(body.reference)];
    }
    const payment = payments.get(name);
    if (!payment) return [404, {}];
    if (!body) return [200, showPayment(name)];
    if (then === 'cancel') payment.state = 'cancelled';
    if (then === 'result' && payment.state === 'challenge' && body.result)
      payment.state = payment.results[body.result] ?? 'challenge';
    return [200, stateOf(name)];
  }

  function stateOf(reference: string): object {
    const { state } = payments.get(reference) as Payment;
    if (state === 'challenge') return { state, reference, url: `${url}/bank/${reference}` };
    return state === 'approved' ? { state, reference } : { state: 'declined', decline: 'TDSECURE_FAILED' };
  }

  /**
   * Records the customer's answer at the bank.
   *
   * @returns the URL back to Florin, with a word that identifies the answer
   */
  function atBank(reference: string, passed: boolean): string {
    const payment = payments.get(reference) as Payment;
    const word = `word-${Object.keys(payment.results).length}`;
    payment.results[word] = passed ? 'approved' : 'declined';
    return `${payment.returnUrl}&result=${word}&secret=of-the-acquirer`;
  }

  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    const [, bank] = /^\/bank\/(.+)$/.exec(request.url ?? '') ?? [];
    if (bank) {
      const passed = new URLSearchParams(text).get('passed') === 'yes';
      response.writeHead(303, { location: atBank(bank, passed) }).end();
      return;
    }
    const [status, body] = answer(
      request.url ?? '',
      request.method === 'POST' ? JSON.parse(text) : undefined,
    );
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const eventOf = ({ account, payment, id: operation }: Movement, of: object) => ({
    ...{ type: 'movement.answered', account, payment, operation },
    answer: of,
  });

  const second = {
    url,
    settings,
    /** Posts an event, as the acquirer does. @returns the status of the answer */
    post: (event: object): Promise<number> => {
      const body = JSON.stringify(event);
      return post(body, { 'x-second-signature': signatureOf(body, secret) });
    },
    reportsTo(address: string): void {
      post = async (body, headers) => (await fetch(address, { method: 'POST', body, headers })).status;
    },
    /** The movement that was accepted last and is not answered yet. */
    received: (account: string): Movement => {
      const open = [...movements.values()].findLast(
        (each) => each.account === account && each.state === 'received',
      );
      if (!open) throw new Error('Nothing was received');
      return open;
    },
    /** Approves a movement. @returns the event about the approval */
    approve(of: Movement): object {
      of.state = 'approved';
      if (of.kind !== 'void') book(of, false);
      return eventOf(of, { state: 'approved' });
    },
    /**
     * Refuses a movement, or takes an approval back.
     *
     * @param isBooked whether the money has moved already, and therefore moves back
     */
    decline(of: Movement, isBooked = false): object {
      if (isBooked) book(of, true);
      else if (of.state === 'approved')
        books.splice(
          books.findIndex(({ source }) => source === of.id),
          1,
        );
      of.state = of.state === 'approved' ? 'failed' : 'declined';
      return eventOf(of, { state: 'declined', decline: 'PAYMENT_REJECTED' });
    },
    /** The event that brings the figures of a movement before the report does. */
    figures(of: Movement, isReversal = false): object {
      const found = books.find(
        ({ source, operation }) => source === of.id && (operation?.isReversal ?? false) === isReversal,
      ) as Booked;
      const figures = figuresOf(found);
      return eventOf(
        of,
        isReversal
          ? { state: 'declined', decline: 'PAYMENT_REJECTED', figures }
          : { state: 'approved', figures },
      );
    },
    /** Opens a dispute, whose money is in the books at once. @returns the event */
    dispute({ payment, account, amount, currency }: Movement): object {
      const reference = `dispute-${disputes.size + 1}`;
      books.push({
        ...{ account, isPublished: true, reference: `booked-${++booked}`, type: 'dispute', payment },
        ...{ about: 'dispute', source: reference, currency, net: -amount, fee: 0 },
        created: new Date().toISOString(),
      });
      const [figures] = books.slice(-1).map(figuresOf);
      disputes.set(reference, {
        ...{ status: 'open', payment, amount, currency, reason: { code: 83, title: 'Fraud' } },
        ...{ due: new Date(Date.now() + 864e5).toISOString(), figures: figures ? [figures] : [] },
      });
      return { type: 'dispute.changed', account, payment, reference };
    },
    /** Publishes a report with everything that was booked. */
    publish(): void {
      for (const entry of books.filter(({ isPublished }) => !isPublished))
        Object.assign(entry, { isPublished: true, created: new Date().toISOString() });
    },
    balance: (account: string): number =>
      books
        .filter((each) => each.isPublished && each.account === account)
        .reduce((sum, { net }) => sum + net, 0),
    /** The number of entries in all reports. */
    entries: (account: string): number =>
      books.filter((each) => each.isPublished && each.account === account).length,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return second;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
