import { startFlorin } from '../api/support/florin.ts';
import { send } from '../api/support/http.ts';
import { world } from '../api/support/world.ts';
import { startLocalstripe } from '../stripe/programs.ts';
import { expectStatus, printRatio } from './ratio.ts';

const payments = 30;
const [rounds, warm] = [7, 1];

/** Node.js optimizes code after some hundred runs, Python does not. */
const warmUp = 600;

/**
 * Compares captures and reads a second over HTTP with those of localstripe, a server of Stripe's API that keeps its state in
 * memory. Florin stores each change in DynamoDB. Needs Python for localstripe.
 */
export async function benchLocalstripe(): Promise<void> {
  const localstripe = await startLocalstripe();
  const florin = await startFlorin(['--memory'], { FLORIN_TRIGGERS: 'off', FLORIN_ROLES: 'off' });
  try {
    const { api, shop, authorized, move } = world(florin);
    const { key, merchant } = await shop();
    const ids: string[] = [];
    while (ids.length < payments) ids.push(await authorized(merchant, 1000));

    const capture = (n: number) => expectStatus(201, move(key, ids[n % payments] ?? '', 'captures', 1));
    const read = (n: number) => expectStatus(200, api('GET', `/transactions/${ids[n % payments]}`, { key }));
    for (let n = 0; n < warmUp; n++) await Promise.all([capture(n), read(n)]);

    const headers = { authorization: `Bearer ${['sk', 'test', 'bench'].join('_')}` };
    const ask = (method: string, path: string, form?: Record<string, string>) =>
      send(`${localstripe.url}/v1/${path}`, method, { headers, ...(form && { form }) });
    const card = {
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2030',
      'card[cvc]': '123',
    };
    const { id: payment_method } = (await ask('POST', 'payment_methods', { type: 'card', ...card })).body;
    const order = {
      amount: '1000',
      currency: 'eur',
      confirm: 'true',
      capture_method: 'manual',
      payment_method,
    };
    // A PaymentIntent is captured once.
    const intents: string[] = [];
    while (intents.length < (rounds + warm) * payments)
      intents.push((await ask('POST', 'payment_intents', order)).body.id);
    let next = 0;

    await printRatio({
      title: 'Captures',
      product: ['captures', capture],
      references: [
        [
          'localstripe',
          () => expectStatus(200, ask('POST', `payment_intents/${intents[next++]}/capture`, {})),
        ],
      ],
      times: payments,
      warm,
    });
    await printRatio({
      title: 'Reads',
      product: ['GET /transactions/<id>', read],
      references: [['localstripe', (n) => expectStatus(200, ask('GET', `payment_intents/${intents[n]}`))]],
      times: payments,
      warm,
    });
  } finally {
    await florin.stop();
    localstripe.stop();
  }
}
