import { send } from './http.ts';
import type { world } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

/** A customer who pays by another method than a card, and the bank or app that asks them. */
export interface AtMethod {
  body: Json;
  action: Json;
  state: string;
}

/** Returns functions with which a customer of a test merchant pays by another method than a card. */
export function byMethod({ pos }: Pick<ReturnType<typeof world>, 'pos'>) {
  const order = ({ key }: Json, type: string, over: object = {}): Json => ({
    integration: { key },
    test: {},
    amount: { currency: type === 'blik' ? 'PLN' : 'EUR', exponent: 2, value: 10000 },
    method: { type, returnUrl: 'https://shop.example/thanks', ...(type === 'blik' && { code: '123456' }) },
    payer: { name: 'Ann Example' },
    hints: [],
    ...over,
  });

  /** Sends a payment until its customer is asked. */
  async function begin(merchant: Json, type: string, over: object = {}): Promise<AtMethod> {
    const body = order(merchant, type, over);
    await pos('/payments', body);
    body.hints.push(...(await pos('/payments/challenges/begin', body)).body.hints);
    await pos('/payments', body);
    const action = (await pos('/payments/challenges/method', body)).body;
    return { body, action, state: new URL(action.url).searchParams.get('state') ?? '' };
  }

  /** Presses a button of the simulated bank. */
  const answer = ({ action, state }: AtMethod, given: string) =>
    send(action.url.split('?')[0] ?? '', 'POST', { form: { state, answer: given } });

  const returned = ({ state }: AtMethod, over: object = {}) => pos('/payments/returns', { state, ...over });

  /** Makes a payment that its customer approves, and returns the transaction's id. */
  async function paidBy(merchant: Json, type: string, over: object = {}): Promise<string> {
    const away = await begin(merchant, type, over);
    await answer(away, 'approve');
    const { status, text, body } = await returned(away);
    if (status !== 201) throw new Error(text);
    return body.authorizationId;
  }

  return { order, begin, answer, returned, paidBy };
}
