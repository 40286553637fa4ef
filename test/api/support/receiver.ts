import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { waitUntil } from './wait-until.ts';

/** A delivery that a merchant's server received. */
export interface Received {
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every type
  event: any;
}

/** The behaviour of a merchant's server; by default it accepts deliveries. */
export type Behaviour = (response: ServerResponse, received: Received, nth: number) => void;

export const take: Behaviour = (response) => response.writeHead(204).end();

/** A merchant's server on this machine. */
export interface Receiver {
  url: string;
  /** All received deliveries, with any answer. */
  received: Received[];
  behave: Behaviour;
  /** Waits for `count` different events, and returns the events in the order of their first arrival. */
  events(count: number, seconds?: number): Promise<Received['event'][]>;
  stop(): Promise<void>;
}

export async function startReceiver(behave: Behaviour = take): Promise<Receiver> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    behave,
    async events(count, seconds) {
      const distinct = async () => [
        ...new Map(receiver.received.map(({ event }) => [event.id, event])).values(),
      ];
      return waitUntil(distinct, ({ length }) => length >= count, seconds);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return receiver;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const received = { headers: request.headers as Record<string, string>, text, event: JSON.parse(text) };
    receiver.behave(response, received, receiver.received.push(received));
  }
}

/** Verifies a delivery with the library of Standard Webhooks, as merchants do. @throws if the signature is wrong */
export const verifyDelivery = (secret: string, { headers, text }: Received): unknown =>
  new Webhook(secret).verify(text, headers);
