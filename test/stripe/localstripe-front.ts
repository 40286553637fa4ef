import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiError } from './stand-in/errors.ts';
import { inner, metadataOf, type Params, readForm, text } from './stand-in/form.ts';
import { type Answer, Keys } from './stand-in/idempotency.ts';
import { tdsPage } from './stand-in/tds-page.ts';

/** Objects of localstripe, which have fewer fields than the acquirer's. */
type Thing = Record<string, unknown> & { id: string };

/**
 * A thin front for localstripe, which has an older API. localstripe keeps the state, and decides what is charged, captured,
 * refunded and declined. The front adds what it lacks: idempotency keys (https://docs.stripe.com/api/idempotent_requests),
 * parameters and fields that came later, lists by time (https://docs.stripe.com/api/pagination), its account, and the
 * redirect to the customer's bank (https://docs.stripe.com/payments/3d-secure/authentication-flow#manual-redirect).
 */
export async function startFront(localstripe: string) {
  const keys = new Keys(Date.now);
  /** The options of a payment and its bank's answer, which localstripe does not store. */
  const noted = new Map<string, { returnUrl?: string; futureUsage?: string; tds?: string }>();

  async function call(method: string, path: string, form: Params, authorization: string): Promise<Answer> {
    const encoded = new URLSearchParams(flat(form));
    const response = await fetch(
      `${localstripe}/v1/${path}${method === 'GET' && encoded.size ? `?${encoded}` : ''}`,
      { method, headers: { authorization }, body: method === 'POST' ? encoded : undefined },
    );
    const { isJson, body } = parseAnswer(await response.text());
    return { status: isJson ? response.status : 404, body };
  }

  async function handle(method: string, path: string, form: Params, authorization: string): Promise<Answer> {
    const ask = (way: string, where: string, with_: Params = {}) => call(way, where, with_, authorization);
    const [kind = '', id = '', action = ''] = path.split('/');
    if (kind.endsWith('_intents') && method === 'POST' && !id) return createIntent(ask, kind, form);
    if (kind === 'balance')
      return {
        status: 200,
        body: balanceOf((await ask('GET', 'balance_transactions', { limit: '100000' })).body),
      };
    if (path === 'payouts') return { status: 200, body: { object: 'list', data: [], has_more: false } };
    if (kind === 'account') return { status: 200, body: theAccount };
    if (kind.endsWith('_intents') && method === 'GET' && id) {
      const answer = await ask('GET', path, expandOf(form));
      return { ...answer, body: addNewFields(answer.body as Thing) };
    }
    if ((kind.endsWith('_intents') || kind === 'balance_transactions') && method === 'GET' && !id) {
      const answer = await ask('GET', path, { limit: '100000' });
      return { ...answer, body: filterList(answer.body, form) };
    }
    if (action === 'capture') {
      const captured = await ask('POST', path, { amount_to_capture: text(form, 'amount_to_capture') ?? '' });
      if (captured.status !== 200) {
        // https://docs.stripe.com/error-codes#payment-intent-unexpected-state
        const { error } = captured.body as { error?: Thing };
        if (error && captured.status === 400) error.code ??= 'payment_intent_unexpected_state';
        return captured;
      }
      // localstripe takes metadata only with an update, not with a capture.
      await ask('POST', `${kind}/${id}`, { metadata: metadataOf(form) });
      const answer = await ask('GET', `${kind}/${id}`, expandOf(form));
      return { ...answer, body: addNewFields(answer.body as Thing) };
    }
    if (action === 'cancel') return ask('POST', path);
    if (action === 'confirm')
      return kind === 'setup_intents' ? confirmSetup(ask, id, form) : confirmIntent(ask, id, form);
    if (kind.endsWith('_intents') && method === 'POST') {
      const answer = await ask('POST', path, form);
      return { ...answer, body: addNewFields(answer.body as Thing) };
    }
    return ask(method, path, form);
  }

  type Ask = (method: string, path: string, form?: Params) => Promise<Answer>;

  async function createIntent(ask: Ask, kind: string, form: Params): Promise<Answer> {
    const {
      statement_descriptor_suffix,
      allowed_payment_method_types: payment_method_types = {},
      ...known
    } = form;
    const answer = await ask('POST', kind, { ...known, payment_method_types });
    return { ...answer, body: addNewFields(answer.body as Thing) };
  }

  /** localstripe takes the card only with an update, not with the confirmation. */
  async function confirmIntent(ask: Ask, id: string, form: Params): Promise<Answer> {
    const { return_url, setup_future_usage, payment_method = '' } = form;
    noted.set(id, { returnUrl: String(return_url), futureUsage: setup_future_usage as string });
    const updated = await ask('POST', `payment_intents/${id}`, { payment_method });
    if (updated.status !== 200) return updated;
    const answer = await ask('POST', `payment_intents/${id}/confirm`, expandOf(form));
    const error = (answer.body as { error?: Thing }).error;
    if (error) {
      // https://docs.stripe.com/api/errors: a decline is a `card_error`, and names its intent.
      if (answer.status === 402) Object.assign(error, { type: 'card_error', payment_intent: { id } });
      return answer;
    }
    const { customer } = answer.body as Thing;
    if (setup_future_usage && customer)
      await ask('POST', `payment_methods/${payment_method}/attach`, { customer: String(customer) });
    return { ...answer, body: addNewFields(answer.body as Thing) };
  }

  async function confirmSetup(ask: Ask, id: string, form: Params): Promise<Answer> {
    noted.set(id, { returnUrl: text(form, 'return_url') });
    const { payment_method = '' } = form;
    const answer = await ask('POST', `setup_intents/${id}/confirm`, { payment_method });
    const error = (answer.body as { error?: Thing }).error;
    if (error) Object.assign(error, { type: 'card_error', setup_intent: { id } });
    return { ...answer, body: error ? answer.body : addNewFields(answer.body as Thing) };
  }

  /** Adds the fields that newer API versions have. */
  function addNewFields(intent: Thing): Thing {
    if (!intent.id) return intent;
    const note = noted.get(intent.id) ?? {};
    const charge = intent.latest_charge as Thing | null | undefined;
    if (charge)
      charge.payment_method_details = {
        card: {
          multicapture: { status: 'unavailable' },
          three_d_secure: note.tds ? { result: note.tds } : null,
        },
      };
    if (intent.next_action)
      intent.next_action = {
        redirect_to_url: { url: `${url}/tds/${intent.id}?secret=${intent.client_secret}` },
      };
    return {
      ...intent,
      setup_future_usage: note.futureUsage ?? null,
      amount_received: charge?.captured ? charge.amount : 0,
      last_setup_error: null,
    };
  }

  /** localstripe cannot filter lists by time, and does not always sort the newest first. */
  function filterList(body: object, query: Params): object {
    const { gte = 0, lte = Number.POSITIVE_INFINITY, gt = 0 } = inner(query, 'created');
    const all = (body as { data: Thing[] }).data.filter(
      ({ created }) => Number(created) >= +gte && Number(created) <= +lte && Number(created) > +gt,
    );
    const data = all
      .sort((a, b) => Number(b.created) - Number(a.created))
      .map((thing) => (thing.object === 'balance_transaction' ? thing : addNewFields(thing)));
    return { object: 'list', data, has_more: false };
  }

  async function bank(id: string, secret: string, pressed: string | undefined, response: ServerResponse) {
    if (pressed === undefined) return response.writeHead(200, { 'content-type': 'text/html' }).end(tdsPage);
    const passed = pressed.endsWith('yes');
    const authorization = `Bearer ${['sk', 'test', 'bank'].join('_')}`;
    const note = noted.get(id) ?? {};
    noted.set(id, { ...note, tds: passed ? 'authenticated' : undefined });
    if (id.startsWith('pi_'))
      await call(
        'POST',
        `payment_intents/${id}/_authenticate`,
        { client_secret: secret, success: String(passed) },
        authorization,
      );
    else await call('POST', `setup_intents/${id}/${passed ? 'confirm' : 'cancel'}`, {}, authorization);
    return response.writeHead(303, { location: note.returnUrl }).end();
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = 'GET', headers } = request;
    const { pathname, searchParams, search } = new URL(request.url ?? '/', url);
    if (pathname.startsWith('/tds/'))
      return bank(
        pathname.slice(5),
        searchParams.get('secret') ?? '',
        method === 'POST' ? body : undefined,
        response,
      );
    const send = ({ status, body }: Answer) => response.writeHead(status).end(JSON.stringify(body));
    const key = headers['idempotency-key'] as string | undefined;
    try {
      const kept = key && keys.begin(key, pathname + body);
      if (kept) return send(kept);
    } catch (error) {
      return send({ status: (error as ApiError).status, body: { error: (error as ApiError).error } });
    }
    const form = readForm(method === 'GET' ? search : body);
    const answer = await handle(method, pathname.replace('/v1/', ''), form, headers.authorization ?? '');
    if (key) keys.keep(key, answer);
    return send(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url, close };
}

/** localstripe has an account, but no route that returns it (https://docs.stripe.com/api/accounts/retrieve). */
const theAccount = {
  id: 'acct_own',
  object: 'account',
  default_currency: 'eur',
  country: 'DK',
  charges_enabled: true,
  payouts_enabled: true,
};

const expandOf = (form: Params): Params => (form.expand ? { expand: form.expand } : {});

function flat(form: Params, prefix = ''): [string, string][] {
  return Object.entries(form).flatMap(([name, value]): [string, string][] => {
    const path = prefix ? `${prefix}[${name}]` : name;
    return typeof value === 'string' ? [[path, value]] : flat(value, path);
  });
}

/** The sum of localstripe's balance transactions, because its balance is always EUR 20. */
function balanceOf(books: object): object {
  const { data } = books as { data: { net: number; currency: string }[] };
  const sums: Record<string, number> = {};
  for (const { net, currency } of data) sums[currency] = (sums[currency] ?? 0) + net;
  const available = Object.entries(sums).map(([currency, amount]) => ({ currency, amount }));
  return { object: 'balance', available, pending: [] };
}

/** For unknown routes and objects, localstripe answers in plain text, sometimes with status 200. */
function parseAnswer(text: string): { isJson: boolean; body: object } {
  try {
    return { isJson: true, body: JSON.parse(text) };
  } catch {
    return { isJson: false, body: { error: { type: 'invalid_request_error' } } };
  }
}
