import type { ServerResponse } from 'node:http';
import { endBy } from '../../functions/core/aws/deadline.ts';
import { callsOf, prepare, returnOutcomes, type Scene } from './calls.ts';
import type { Contract } from './contract.ts';

/** Answers that no acquirer gives, or that are about something else, prove nothing, and no call waits for ever. */
export function foreignAnswers(c: Contract): void {
  const says =
    (status: number, body = '', headers: Record<string, string> = {}) =>
    (response: ServerResponse): void => {
      response.writeHead(status, headers).end(body);
    };
  const values = ['null', '[]', '"text"', '42', 'true'];
  const objects = ['{}', '{"error":null}', '{"id":"1"}', '{"object":"page"}'];

  type Case = [name: string, answer: (response: ServerResponse) => void, form: 'text' | 'value' | 'object'];
  const answers: Case[] = [
    ['a page', says(200, '<!doctype html><title>Sign in to the network</title>'), 'text'],
    ['nothing', says(200), 'text'],
    ['no content', says(204), 'text'],
    ['half of a text', says(200, '{"data":'), 'text'],
    ['brackets without end', says(200, '['.repeat(200_000)), 'text'],
    ['a redirect', says(302, '', { location: '/elsewhere' }), 'text'],
    ['a redirect of a post', says(307, '{}', { location: '/elsewhere' }), 'text'],
    ['a page that refuses', says(403, '<h1>Forbidden</h1>'), 'text'],
    ['a proxy that asks who we are', says(407), 'text'],
    ['a gateway without an answer', says(502, '<h1>Bad gateway</h1>'), 'text'],
    ...values.map((body): Case => [body, says(200, body), 'value']),
    ...objects.map((body): Case => [body, says(200, body), 'object']),
    ...c.facts.foreign.map(({ name, status, body }): Case => [name, says(status, body), 'object']),
  ];

  /** No call has an effect, so all answers share what the calls need. */
  let shared: { scene: Scene; account: string } | undefined;

  /** Makes calls at the same time. @returns each function with its outcome, `reads`, or `throws` for an error */
  async function outcomes(answer: (response: ServerResponse) => void, isChosen: (call: number) => boolean) {
    if (shared) c.account = shared.account;
    shared ??= { scene: await prepare(c), account: c.account };
    const { scene } = shared;
    const ends = [c.hurry(), c.between.fail(answer, { times: Number.POSITIVE_INFINITY })];
    const calls = Object.entries(callsOf(c)).flatMap(([name, each]) =>
      each.map((call) => [name, call] as const),
    );
    const found = await Promise.all(
      calls
        .filter((_, index) => isChosen(index))
        .map(async ([name, call]) => {
          const made = (await call(scene).catch((error) => c.note(error) ?? { state: 'throws' })) as {
            state?: string;
          };
          return [name, made?.state ?? 'reads'];
        }),
    );
    for (const end of ends) end();
    return found;
  }

  test.each(answers)('%s in place of an answer makes each outcome unknown', async (name, answer, form) => {
    const own = answers.findIndex(([other]) => other === name);
    // An adapter reads the text of all answers by the same code, so each third call gets an answer without an object.
    const found = await outcomes(answer, (call) => form === 'object' || call % 3 === own % 3);
    const ofOutcomes = found.filter(([name = '']) => (returnOutcomes as readonly string[]).includes(name));
    expect(ofOutcomes).toEqual(ofOutcomes.map(([name]) => [name, 'unknown']));
    const ofReads = found.filter(
      ([name = '']) =>
        /^(find|list|balance|validate)/.test(name) && !ofOutcomes.some(([its]) => its === name),
    );
    if (form === 'text' || c.facts.checksReads)
      expect(ofReads).toEqual(ofReads.map(([name]) => [name, 'throws']));
    expect(c.between.seen.filter(({ path }) => path === '/elsewhere')).toEqual([]);
  });

  test('each call ends in time if an answer never comes, or never ends', async () => {
    const scene = await prepare(c);
    let asked = 0;
    c.between.fail(
      (response) => {
        if (asked++ % 2) return;
        response.writeHead(200).write(' ');
        const more = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(more));
      },
      { times: Number.POSITIVE_INFINITY },
    );
    const started = Date.now();
    endBy(started + 8_000);
    const calls = Object.values(callsOf(c)).flat();
    const all = Promise.all([...calls, ...calls].map((call) => call(scene).catch(c.note)));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((done) => {
      timer = setTimeout(done, 12_000, 'late');
    });
    expect(await Promise.race([all, late])).not.toBe('late');
    clearTimeout(timer);
  });
}
