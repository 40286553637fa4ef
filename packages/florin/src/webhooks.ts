import type { WebhookEvent } from './api.generated.ts';
import { type FlorinError, WebhookError } from './errors.ts';
import { parse } from './json.ts';

export interface VerifyOptions {
  /** How far the clocks may differ, in seconds. The default is 300. */
  tolerance?: number | undefined;
  /** The time now in milliseconds since 1970. The default is the clock. */
  now?: number | undefined;
}

/** A library's headers, such as those of node-fetch, are of another class than the global `Headers`. */
type HeaderLookup = Pick<Headers, 'get'>;
type HeaderValues = HeaderLookup | Readonly<Record<string, string | readonly string[] | undefined>>;

const isLookup = (headers: HeaderValues): headers is HeaderLookup => typeof headers.get === 'function';

/**
 * Verifies that Florin has sent a request, and returns its event. Events come at least once and in no guaranteed order: store
 * the `id` of handled events.
 *
 * @param body the body as it came, as text or bytes, never parsed
 * @param headers those of the request
 * @param secret `whsec_…` of the webhook; with several, a signature by any of them is enough
 * @throws WebhookError if the request is not an event of Florin; TypeError if the secret or the body is malformed
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderValues,
  secret: string | readonly string[],
  { tolerance = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('The body must be text or bytes as it came, before any parsing');
  const keys = [secret].flat().map(bytesOfSecret);
  if (keys.length === 0) throw new TypeError('A secret is missing');
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookError('A header of the signature is missing', 'SIGNATURE_MISSING');
  const signed = join(`${id}.${timestamp}.`, body);
  if (!(await isSigned(signed, signatures, keys)))
    throw new WebhookError('The signature is not by this secret', 'SIGNATURE_WRONG');
  const age = now / 1000 - Number(timestamp);
  if (!(age <= tolerance)) throw new WebhookError('The event was sent too long ago', 'TIMESTAMP_TOO_OLD');
  if (age < -tolerance) throw new WebhookError('The event was sent in the future', 'TIMESTAMP_TOO_NEW');
  try {
    return parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
  } catch (error) {
    const { message, code } = error as FlorinError;
    throw new WebhookError(message, code);
  }
}

/** An event with the headers of its signature. */
export interface SignedEvent {
  body: string;
  headers: Record<string, string>;
}

/**
 * Signs an event as Florin does, so that the tests of your server can post it.
 *
 * @param secret `whsec_…` of the webhook
 * @param options `now`: the time of the signature in milliseconds since 1970. The default is the clock
 */
export async function signWebhook(
  event: { id: string },
  secret: string,
  { now = Date.now() }: { now?: number | undefined } = {},
): Promise<SignedEvent> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(now / 1000));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOfSecret(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, join(`${event.id}.${timestamp}.`, body));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
    },
  };
}

/** @throws TypeError without the secret in its message */
function bytesOfSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = /^whsec_/.test(secret) && bytesOf(secret.slice('whsec_'.length));
  if (!bytes || bytes.length < 16) throw new TypeError('The secret must be that of a webhook, whsec_…');
  return bytes;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function headerOf(headers: HeaderValues, name: string): string | undefined {
  if (isLookup(headers)) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

function join(start: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const [a, b] = [
    new TextEncoder().encode(start),
    typeof body === 'string' ? new TextEncoder().encode(body) : body,
  ];
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

/** Florin signs with at most two secrets. More signatures are an attempt to keep this server busy. */
const mostSignatures = 8;

/** WebCrypto compares signatures in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const given = signatures
    .split(' ', mostSignatures)
    .flatMap((one) => (one.startsWith('v1,') ? (bytesOf(one.slice('v1,'.length)) ?? []) : []));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}
