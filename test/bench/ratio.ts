import { signatureHeaders } from '../../lib/local/dynamodb/engine.ts';
import { send } from '../api/support/http.ts';
import { printTable } from '../api/support/table.ts';
import { spreadHead, spreadOf } from './median.ts';

const rounds = 7;
const connections = 8;

type Act = (n: number) => Promise<void>;

interface Measurement {
  title: string;
  /** The measured action, with its name. */
  product: [string, Act];
  /** The actions to compare it with. */
  references: [string, Act][];
  /** How often each action runs in a round. */
  times: number;
  /** Warm-up rounds, as Node.js optimizes code only after some hundred runs. */
  warm: number;
}

/**
 * Prints the rates of all actions, measured in turns, and ratios, as the machine's speed and load affect all rates
 * alike.
 */
export async function printRatio({ title, product, references, times, warm }: Measurement): Promise<void> {
  const measure = async () => {
    const rates = [await perSecond(times, product[1])];
    for (const [, act] of references) rates.push(await perSecond(times, act));
    return rates;
  };
  for (let round = 0; round < warm; round++) await measure();
  const measured: number[][] = [];
  for (let round = 0; round < rounds; round++) measured.push(await measure());
  printTable(
    `${title}, ${rounds} rounds of ${times} over ${connections} connections, after ${warm} to warm`,
    spreadHead,
    [
      ...[product, ...references].map(([name], n) => [
        `${name} a second`,
        ...spreadOf(measured.map((rates) => rates[n] ?? 0)),
      ]),
      ...references.map(([name], n) => [
        `ratio to ${name}`,
        ...spreadOf(
          measured.map(([own = 0, ...others]) => own / (others[n] ?? 0)),
          3,
        ),
      ]),
    ],
  );
}

async function perSecond(times: number, act: Act): Promise<number> {
  const started = performance.now();
  let next = 0;
  const work = async () => {
    while (next < times) await act(next++);
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (1000 * times) / (performance.now() - started);
}

export async function expectStatus(expected: number, answer: ReturnType<typeof send>): Promise<void> {
  const { status, text } = await answer;
  if (status !== expected) throw new Error(`${status} ${text}`);
}

/** Sends one recorded request to the engine. */
export const askEngine = (endpoint: string, operation: string, body: string) =>
  expectStatus(
    200,
    send(endpoint, 'POST', {
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        ...signatureHeaders,
      },
      body,
    }),
  );
