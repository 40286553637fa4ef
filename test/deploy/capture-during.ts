import { randomUUID } from 'node:crypto';
import { type Endpoints, world } from '../api/support/world.ts';

/** In minor units of the currency. */
const amount = 100;

/** The payments that are captured at the same time, part by part. */
const payments = 4;

/** The most attempts at one capture, with the same idempotency key. */
const patience = 50;

/**
 * Captures parts of payments until a deployment ends. A capture that fails is repeated with its idempotency key, as
 * clients do. @returns the captured amount as the clients know it, and how many answers were errors of the server
 */
export async function captureDuring(
  stage: Endpoints,
  { key, merchant }: { key: string; merchant: unknown },
  deployment: Promise<unknown>,
): Promise<{ captured: number; answers: number; failures: number }> {
  const { authorized, move } = world(stage);
  const ids = await Promise.all(Array.from({ length: payments }, () => authorized(merchant, 10_000_000)));
  const done = { captured: 0, answers: 0, failures: 0 };
  let isUnderWay = true;
  const ended = deployment.finally(() => {
    isUnderWay = false;
  });

  async function capture(id: string): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    for (let n = 0; n < patience; n++) {
      const { status, text } = await move(key, id, 'captures', amount, headers);
      done.answers++;
      if (status === 201) {
        done.captured += amount;
        return;
      }
      if (status < 500) throw new Error(`${status} ${text}`);
      done.failures++;
    }
    throw new Error(`A capture fails ${patience} times`);
  }

  async function client(id: string): Promise<void> {
    while (isUnderWay) await capture(id);
  }

  await Promise.all([ended, ...ids.map(client)]);
  return done;
}
