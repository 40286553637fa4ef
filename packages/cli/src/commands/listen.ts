import { createHmac } from 'node:crypto';
import type { Delivery, EventType } from '../../../florin/src/index.ts';
import { type Command, type Input, merchantFlag, text } from '../command.ts';
import { isForNow, UsageError } from '../failures.ts';
import { json } from '../output.ts';
import { pause, stopSignal } from '../stop-signal.ts';
import { merchantToTry } from '../test-merchant.ts';

/** In milliseconds: the pause between two reads, and how far back each read goes, as events come in any order. */
const [pace, overlap] = [500, 60_000];

/** Of so many of the newest deliveries, each read finds those that somebody has asked for again. */
const watched = 100;

export const listen: Command = {
  summary: 'Prints events as they happen, and forwards them',
  flags: {
    'forward-to': { type: 'string', value: 'URL', says: 'posts each event there, signed as Florin signs' },
    events: { type: 'string', value: 'TYPES', says: 'only these types, separated by commas' },
    ...merchantFlag,
  },
  notes: `Fetches the events, so nothing has to reach this machine. Makes a webhook
without a URL, and removes it on Ctrl-C. Without a key it makes a test merchant
in the Florin on this machine.
  florin listen --forward-to http://localhost:8080/hooks`,
  async run(input) {
    const to = targetOf(input);
    const types = text(input, 'events')?.split(',') as EventType[] | undefined;
    const stop = stopSignal();
    const { account, merchantId } = await merchantToTry(input);
    const { webhooks, deliveries } = account.florin;
    const webhook = await webhooks.create(merchantId, {
      description: 'florin listen',
      ...(types && { events: types }),
    });
    input.out.note(`Listening for merchant ${merchantId} at ${account.baseUrl}, until Ctrl-C.`);
    input.out.note(`The secret to verify with: ${webhook.secret}`);
    /** The time of the last attempt of each delivery that was printed. */
    const seen = new Map<string, string>();
    /**
     * How far the clock here is ahead of Florin's, in milliseconds. With a wrong clock, the command would ask for
     * events of the future.
     */
    const ahead = Date.now() - Date.parse(webhook.created);
    /** In milliseconds. It does not advance while nothing can be read, so that no event of that time is lost. */
    let readUntil = Date.now();
    try {
      while (!stop.aborted) {
        await look().catch(continueAfter);
        await pause(pace, stop);
      }
    } finally {
      await webhooks.delete(merchantId, webhook.id);
    }

    async function look(): Promise<void> {
      const now = Date.now();
      const filter = { from: new Date(readUntil - ahead - overlap) };
      const fresh = new Map<string, string>();
      const list = (query: object) => deliveries.list(merchantId, webhook.id, query, { signal: stop });
      for await (const delivery of list({ filter })) note(delivery, fresh);
      // Only a delivery that was printed can be asked for again.
      if (seen.size > 0) for (const delivery of await list({ limit: watched }).page()) note(delivery, fresh);
      for (const [id, last] of [...fresh].reverse()) {
        const { event } = await deliveries.get(merchantId, webhook.id, id, { signal: stop });
        const forwarded = to && (await forward(to, id, JSON.stringify(event), webhook.secret));
        seen.set(id, last);
        const line = `${event.created} ${event.type} ${id}`;
        input.out.item(
          { event, ...(forwarded && { forwarded }) },
          forwarded ? `${line} → ${forwarded.status ?? forwarded.error}` : `${line}\n${json(event, 2)}`,
          forwarded && !isTaken(forwarded) ? 'bad' : undefined,
        );
      }
      readUntil = now;
    }

    /** A webhook without a URL has an attempt only after a request to deliver again. */
    function note({ id, attempts }: Delivery, fresh: Map<string, string>): void {
      const last = attempts.at(-1)?.time ?? '';
      if (seen.get(id) !== last) fresh.set(id, last);
    }

    /** Continues after a lost connection, and after too many requests. Any other error ends the command. */
    function continueAfter(error: Error): void {
      if (stop.aborted) return;
      if (!isForNow(error)) throw error;
      input.out.note(`${error.message}; trying again`);
    }
  },
};

const isTaken = ({ status = 0 }: { status?: number }): boolean => status >= 200 && status < 300;

function targetOf(input: Input): string | undefined {
  const to = text(input, 'forward-to');
  if (to === undefined) return undefined;
  if (!URL.canParse(to) || !/^https?:/.test(to))
    throw new UsageError('`--forward-to` must be an http or https URL.');
  return to;
}

async function forward(
  to: string,
  id: string,
  body: string,
  secret: string,
): Promise<{ status?: number; error?: string }> {
  try {
    const headers = { 'content-type': 'application/json', ...sign(id, body, secret) };
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return { error: cause?.code ?? message };
  }
}

/** The headers of a message by Standard Webhooks, as Florin signs its own messages. */
function sign(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
  const signature = hmac.update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
