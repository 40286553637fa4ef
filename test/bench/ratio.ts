import { signed } from '../../lib/local/dynamodb/engine.ts';
import { send } from '../api/support/http.ts';
import { printTable } from '../api/support/table.ts';
import { spreadHead, spreadOf } from './median.ts';

const rounds = 7;
const connections = 8;

type Act = (n: number) => Promise<void>;

interface Measurement {
  title: string;
  /** What is measured, by its name. */
  product: [string, Act];
  /** What it is measured by. */
  bare: [string, Act];
  /** How often each is done in a round. */
  times: number;
  /** Rounds before it counts: Node.js compiles well only what has run some hundred times. */
  warm: number;
}

/** Both a second, in turns, and their ratio: how fast a machine is, and what else it does, is in both. */
export async function printRatio({ title, product, bare, times, warm }: Measurement): Promise<void> {
  const measure = async () => ({
    product: await perSecond(times, product[1]),
    bare: await perSecond(times, bare[1]),
  });
  for (let round = 0; round < warm; round++) await measure();
  const measured = [];
  for (let round = 0; round < rounds; round++) measured.push(await measure());
  printTable(
    `${title}, ${rounds} rounds of ${times} over ${connections} connections, after ${warm} to warm`,
    spreadHead,
    [
      [`${product[0]} a second`, ...spreadOf(measured.map(({ product }) => product))],
      [`${bare[0]} a second`, ...spreadOf(measured.map(({ bare }) => bare))],
      [
        'ratio',
        ...spreadOf(
          measured.map(({ product, bare }) => product / bare),
          3,
        ),
      ],
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

/** One request to the engine, as it was seen on its way. */
export const askEngine = (endpoint: string, operation: string, body: string) =>
  expectStatus(
    200,
    send(endpoint, 'POST', {
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        ...signed,
      },
      body,
    }),
  );
