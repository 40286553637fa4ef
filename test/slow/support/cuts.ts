import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StripeMethod } from '../../../functions/core/acquirer/stripe/methods.ts';
import { makeClock } from '../../api/support/clock.ts';
import { connectWithAcquirer } from '../../api/support/connect.ts';
import type { Response } from '../../api/support/http.ts';
import { ownLive } from '../../api/support/live.ts';
import type { Failure } from '../../stripe/stand-in/faults.ts';
import { methodPayments, type Shop, types } from './methods.ts';

type Kind = 'payment' | 'later payment' | 'increment' | 'capture' | 'refund' | 'void';

/** The acquirer's calls for each kind, when money moves. */
const calls: Record<Kind, RegExp> = {
  payment: /^POST \/v1\/payment_intents\/\w+\/confirm$/,
  'later payment': /^POST \/v1\/payment_intents\/\w+\/confirm$/,
  increment: /^POST \/v1\/payment_intents\/\w+\/increment_authorization$/,
  capture: /^POST \/v1\/payment_intents\/\w+\/capture$/,
  refund: /^POST \/v1\/refunds$/,
  void: /^POST \/v1\/payment_intents\/\w+\/cancel$/,
};

/**
 * Tests one kind of request. Each test interrupts the request at one of its steps: the acquirer fails, or Florin is
 * killed.
 *
 * @param method pays instead of a card; its customer agrees as soon as they are asked
 */
export function testCuts(kind: Kind, method?: StripeMethod): void {
  /** The Florin that starts after a kill must decrypt earlier tokens. The folder holds the files of killed ones, too. */
  const sealKey = randomBytes(32).toString('base64');
  const folder = mkdtempSync(join(tmpdir(), 'florin-cuts-'));
  const clock = makeClock();
  const live = ownLive({
    now: clock.now,
    env: { ...clock.env, SEAL_KEY: sealKey, TMPDIR: folder, FLORIN_TRIGGERS: 'off' },
    methods: types,
  });
  const payments = methodPayments(live);

  const table: string[] = [];

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    process.stdout.write(
      `\n| | cut | the client saw | after the worker | the same again |\n|---|---|---|---|---|\n${table.join('\n')}\n`,
    );
  });

  let cases = 0;

  /** Makes a shop that is ready for a request of that kind. `act` sends the request, each time with the same key. */
  async function scene() {
    const shop = method ? await payments.newShop() : await live.shop();
    const { key, merchant } = shop;
    const headers = { 'idempotency-key': `cut-${++cases}` };
    const done = { shop, headers };
    if (method) {
      const order = await payments.order(method, shop);
      return { ...done, act: () => payByMethod(shop, order) };
    }
    if (kind === 'payment') {
      const order = await live.order(merchant);
      const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
      return { ...done, act: () => live.here.pos('/payments', { ...order, hints }, headers) };
    }
    if (kind === 'increment') {
      live.stripe.settings(shop.account).increments = true;
      await connectWithAcquirer(merchant.id, live.florin.aws, { increments: 'yes' });
    }
    const id = await live.authorized(merchant, 1000, kind === 'later payment' ? { unplanned: {} } : {});
    if (kind === 'later payment') {
      const body = { transactionId: id, currency: 'EUR', amount: 700 };
      const path = `/merchants/${merchant.id}/transactions`;
      return { ...done, act: () => live.here.api('POST', path, { key, body, headers }) };
    }
    if (kind === 'refund') await live.here.move(key, id, 'captures', 1000);
    const amount = kind === 'void' ? 1000 : 400;
    return { ...done, act: () => live.here.move(key, id, `${kind}s`, amount, headers) };
  }

  /** Sends a payment, answers in the place of the customer who is asked, and sends it again. */
  async function payByMethod({ account }: Shop, order: object): Promise<Response> {
    const asked = await live.here.pos('/payments', order);
    if (asked.status !== 200) return asked;
    for (const { id, status } of live.stripe.books(account).intents)
      if (status === 'requires_action') live.stripe.answerMethod(id, 'approve', account);
    return live.here.pos('/payments', order);
  }

  /** Moves the clock by several steps, and lets the worker run after each. */
  async function afterMinutes(): Promise<void> {
    for (const minutes of [2, 4, 8, 16, 16, ...(method ? [method.minutes + method.settles, 16] : [])]) {
      await clock.moveTo(clock.now() + minutes * 60_000);
      await live.finishOperations();
    }
  }

  const said = (answer: Response | undefined): string => {
    if (!answer) return 'nothing';
    const { code, error } = Array.isArray(answer.body) ? answer.body[0] : answer.body;
    return [answer.status, code ?? error].filter((part) => part !== undefined).join(' ');
  };
  const tried = (asked: Promise<Response>): Promise<Response | undefined> => asked.catch(() => undefined);

  describe(`a ${kind}${method ? ` by ${method.name}` : ''}`, () => {
    /** Florin creates an intent for this kind, stores the intent's id, and then confirms it. */
    const hasIntent = kind === 'payment' || kind === 'later payment';
    const failures: Failure[] = ['reset', 'lost', '500', '500-after', 'hang', 'hang-after', 'throttled'];

    test.each(failures)('whose acquirer fails (%s) is resolved by the worker', async (how) => {
      const { shop, act } = await scene();
      const end = live.stripe.fail({ how, of: calls[kind], times: 3 });
      const first = await tried(act());
      end();
      expect(said(first)).toBe('504 OPERATION_OPEN');
      await afterMinutes();
      await live.expectSameBooks(shop);
      const again = await act();
      table.push(`| ${kind} | acquirer: ${how} | ${said(first)} | books agree | ${said(again)} |`);
      expect(again.status).toBeLessThan(500);
      await live.expectSameBooks(shop);
    });

    test.each(failures)('whose acquirer fails (%s) is repeated by its client at once', async (how) => {
      const { shop, act } = await scene();
      const end = live.stripe.fail({ how, of: calls[kind], times: 3 });
      await tried(act());
      end();
      const again = await act();
      // The acquirer stores a failure under its idempotency key. An intent is confirmed once, even with several keys.
      const kept = how === '500' && !hasIntent;
      expect(said(again)).toBe(kept ? '504 OPERATION_OPEN' : '201');
      await afterMinutes();
      await live.expectSameBooks(shop);
      const last = await act();
      expect(last.status).toBeLessThan(500);
      if (again.status === 201) expect(last).toMatchObject({ status: 201, body: again.body });
      await live.expectSameBooks(shop);
    });

    /** The moments when the process is killed: at one of Florin's writes, or during a call to the acquirer. */
    const last = hasIntent ? 3 : 2;
    const cuts = [
      ['before it is opened', 'write', 1, 'before'],
      ['when it is opened', 'write', 1, 'after'],
      ...(hasIntent
        ? ([
            ['while its intent is made', 'make', 'hang', 'after'],
            ['when its intent is made', 'make', 'hang-after', 'after'],
            ['before the id of its intent is kept', 'write', 2, 'before'],
            ['when the id of its intent is kept', 'write', 2, 'after'],
          ] as const)
        : []),
      ['while the acquirer is asked', 'ask', 'hang', 'after'],
      ['when the acquirer has done it', 'ask', 'hang-after', 'after'],
      ['before its answer is written', 'write', last, 'before'],
      ['when its answer is written', 'write', last, 'after'],
      ...(method
        ? ([
            ['before the customer’s agreement is written', 'write', last + 1, 'before'],
            ['when the customer’s agreement is written', 'write', last + 1, 'after'],
          ] as const)
        : []),
    ] as const;

    test.each(cuts)('whose Florin is killed %s', async (name, where, which, when) => {
      const { shop, act } = await scene();
      const call = where === 'make' ? /^POST \/v1\/payment_intents$/ : calls[kind];
      const end = where === 'write' ? () => {} : live.stripe.fail({ how: which as Failure, of: call });
      const asked = live.stripe.seen.length;
      let writes = 0;
      let killed: Promise<void> | undefined;
      const kill = () => {
        killed ??= live.florin.kill();
        return killed;
      };
      live.proxy.instead = async (operation) => {
        if (operation !== 'TransactWriteItems') return undefined;
        writes++;
        if (where === 'write' && when === 'before' && writes === which) {
          await kill();
          return new Promise(() => {});
        }
        return undefined;
      };
      live.proxy.afterAnswer = async (operation) => {
        if (operation === 'TransactWriteItems' && where === 'write' && when === 'after' && writes === which)
          await kill();
      };
      const first = act();
      if (where !== 'write') {
        const isAsked = () =>
          live.stripe.seen.slice(asked).some(({ method, path }) => call.test(`${method} ${path}`));
        while (!isAsked()) await new Promise((resolve) => setTimeout(resolve, 20));
        await kill();
      }
      expect(await tried(first)).toBeUndefined();
      await killed;
      live.proxy.instead = undefined;
      live.proxy.afterAnswer = undefined;
      end();
      await live.start();
      await afterMinutes();
      await live.expectSameBooks(shop);
      const again = await act();
      table.push(`| ${kind} | killed ${name} | nothing | books agree | ${said(again)} |`);
      expect(again.status).toBeLessThan(500);
      await live.expectSameBooks(shop);
    });
  });
}
