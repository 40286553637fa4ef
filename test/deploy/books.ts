/** Makes payments of a shop on a deployment, and reads them by the API. */
import assert from 'node:assert/strict';
import { send } from '../api/support/http.ts';
import { type Endpoints, world } from '../api/support/world.ts';

export interface Shop {
  key: string;
  merchant: { id: string };
}

/** A payment of 10.00, of which 5.00 are captured and 1.00 refunded. */
export async function sell(stage: Endpoints, { key, merchant }: Shop): Promise<string> {
  const { authorized, move } = world(stage);
  const id = await authorized(merchant, 1000);
  assert.equal((await move(key, id, 'captures', 500)).status, 201);
  assert.equal((await move(key, id, 'refunds', 100)).status, 201);
  return id;
}

/** Captures one more minor unit of a payment, which shows that captures still work. */
export async function captureMore(stage: Endpoints, { key }: Shop, id: string): Promise<void> {
  assert.equal((await world(stage).move(key, id, 'captures', 1)).status, 201);
}

/** The sum of the captures in a shop's ledger. */
export async function capturedTotal(stage: Endpoints, { key, merchant }: Shop): Promise<number> {
  let sum = 0;
  for (let before = ''; ; ) {
    const path = `/merchants/${merchant.id}/lines?limit=1000${before && `&before=${before}`}`;
    const lines: { id: string; capture?: boolean; amount: { amount: number } }[] = (
      await send(stage.baseUrl + path, 'GET', { key })
    ).body;
    if (lines.length === 0) return sum;
    for (const { capture, amount } of lines) if (capture) sum += amount.amount;
    before = lines.at(-1)?.id ?? '';
  }
}

/** Reads all data of a shop. */
export async function everything(stage: Endpoints, { key, merchant }: Shop) {
  const read = async (path: string) => (await send(stage.baseUrl + path, 'GET', { key })).body;
  return {
    me: await read('/me'),
    merchant: await read(`/merchants/${merchant.id}`),
    transactions: await read(`/merchants/${merchant.id}/transactions?limit=100`),
    lines: await read(`/merchants/${merchant.id}/lines?limit=100`),
  };
}

/** The status of `GET /me` with an app's key, or without one. */
export const statusOfMe = async (stage: Endpoints, key?: string): Promise<number> =>
  (await send(`${stage.baseUrl}/me`, 'GET', { key })).status;
