import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Event {
  id: string;
  object: 'event';
  type: string;
  created: number;
  /** The API version of the endpoint that receives it. */
  api_version: string;
  account?: string;
  /** The mode of the event; false by default, because the keys of the stand-in are of test mode. */
  livemode: boolean;
  data: { object: object };
}

/** The event as a destination with the payload style *thin* gets it (https://docs.stripe.com/event-destinations#thin-events). */
export const thinOf = ({ id, type, livemode, created, account, data }: Event) => ({
  ...{ id, object: 'v2.core.event', type: `v1.${type}`, livemode },
  created: new Date(created * 1000).toISOString(),
  ...(account && { context: account }),
  related_object: { id: (data.object as { id: string }).id, type: type.split('.')[0] },
});

export interface Endpoint {
  url: string;
  /** `whsec_…` */
  secret: string;
}

/** `Stripe-Signature` (https://docs.stripe.com/webhooks#verify-manually). @param time milliseconds since 1970 */
export function signatureOf(body: string, secret: string, time: number): string {
  const t = Math.floor(time / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/** Posts events to Florin, and repeats those that Florin rejects for a while (https://docs.stripe.com/webhooks#automatic-retries). */
export class Webhooks {
  readonly events: Event[] = [];
  private readonly under = new Set<Promise<void>>();
  private closed = false;
  /** The API version of the endpoint that events are posted to. */
  version = '2026-09-30.endive';

  constructor(
    private readonly now: () => number,
    readonly endpoint?: Endpoint,
  ) {}

  emit(type: string, object: object, account: string): void {
    const event: Event = {
      id: `evt_${randomBytes(12).toString('hex')}`,
      object: 'event',
      type,
      created: Math.floor(this.now() / 1000),
      api_version: this.version,
      ...(account ? { account } : {}),
      livemode: false,
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    void this.deliver(event);
  }

  deliver(event: Event): Promise<void> {
    const under = this.post(event).finally(() => this.under.delete(under));
    this.under.add(under);
    return under;
  }

  private async post(event: Event): Promise<void> {
    if (!this.endpoint) return;
    const body = JSON.stringify(event);
    for (let attempt = 0; attempt < 6 && !this.closed; attempt++) {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, this.endpoint.secret, Date.now()),
      };
      const answer = await fetch(this.endpoint.url, { method: 'POST', body, headers }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.ok) return;
      await sleep(50 * 2 ** attempt);
    }
  }

  /** Waits until all events have arrived or were given up. */
  async settled(): Promise<void> {
    while (this.under.size > 0) await Promise.all(this.under);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.settled();
  }
}
