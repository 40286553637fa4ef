import { send } from './http.ts';
import type { world } from './world.ts';

type World = ReturnType<typeof world>;

interface Challenge {
  name: string;
  type: string;
  path: string;
}

/** A client's choice among the challenges of an answer. */
type Choice = (challenges: Challenge[]) => Challenge | undefined;

const first: Choice = ([challenge]) => challenge;

/** Meets the challenges of a payment, as a customer's browser does. */
export function customer({ pos }: Pick<World, 'pos'>) {
  /** Posts the form into an iframe, and reads what the page posts to its parent. */
  async function iframe(path: string, order: object, outcome?: string): Promise<string[]> {
    const init = (await pos(path, order)).body;
    const post = async (form: Record<string, string>) => send(init.action, init.method, { form });
    let page = await post(init.fields);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/);
    if (outcome) {
      expect(page.text).toMatch(/€100\.00/);
      const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(page.text) ?? [];
      page = await send(action, 'POST', { form: { ...init.fields, outcome } });
    }
    const [, message] = /parent\.postMessage\((\{.*?\}), '\*'\)/.exec(page.text) ?? [];
    return [...(init.hints ?? []), ...(message ? JSON.parse(message).hints : [])];
  }

  /** Meets all challenges; `outcome` is the button pressed at the bank. */
  async function meetAll(order: Record<string, unknown>, outcome: string, choice = first) {
    const names: string[] = [];
    const hints: string[] = [];
    for (;;) {
      const body = { ...order, hints };
      const answer = await pos('/payments', body);
      const challenge = choice(answer.body.challenges ?? []);
      if (!challenge || names.length > 5) throw new Error(`${names}: ${answer.text}`);
      names.push(challenge.name);
      const asks = challenge.type === 'iframe';
      hints.push(...(await iframe(challenge.path, body, asks ? outcome : undefined)));
      if (asks) return { names, hints };
    }
  }

  /** Meets all challenges, and pays. */
  async function payInBrowser(order: Record<string, unknown>, outcome: string, choice?: Choice) {
    const { names, hints } = await meetAll(order, outcome, choice);
    return { names, hints, answer: await pos('/payments', { ...order, hints }) };
  }

  /** Gets the proof of a frictionless 3-D Secure, which needs no action of the customer. */
  const frictionless = async (order: Record<string, unknown>): Promise<string[]> =>
    (await pos('/payments/challenges/tds-frictionless', order)).body.hints;

  return { meetAll, payInBrowser, frictionless };
}
