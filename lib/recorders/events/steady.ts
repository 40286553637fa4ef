import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

export interface Event {
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  stageVariables?: Record<string, string> | null;
  requestContext?: Record<string, unknown> & { authorizer?: Record<string, unknown> };
}

interface Call {
  /** The time of the call, in milliseconds since 1970. */
  now: number;
  random(size: number): Buffer;
}

const current = new AsyncLocalStorage<Call>();
const start = Date.parse('2026-01-01T00:00:00.000Z');
const second = 1000;

/**
 * Runs call number `n` of a function with the same time and random numbers in every recording. Otherwise a new
 * recording would change the ids, keys and dates of every event.
 */
export function runSteady<T>(n: number, work: (call: Call) => T): T {
  install();
  const taken = new Map<number, number>();
  const call: Call = {
    now: start + n * second,
    // Each size of random values has a sequence of its own, so that values that the SDK draws do not change those of
    // Florin.
    random(size) {
      const nth = (taken.get(size) ?? 0) + 1;
      taken.set(size, nth);
      const stream = crypto.createHash('shake256', { outputLength: size });
      return stream.update(`${n} ${size} ${nth}`).digest();
    },
  };
  return current.run(call, () => work(call));
}

let installed = false;

function install(): void {
  if (installed) return;
  installed = true;
  const { randomBytes, randomUUID } = crypto;
  Object.assign(crypto, {
    randomBytes: (size: number, done?: (error: null, bytes: Buffer) => void) => {
      const bytes = current.getStore()?.random(size) ?? randomBytes(size);
      return done ? done(null, bytes) : bytes;
    },
    randomUUID: (...rest: []) => {
      const call = current.getStore();
      return call ? uuidOf(call.random(16)) : randomUUID(...rest);
    },
  });
  syncBuiltinESMExports();

  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...values: [number]) {
      super(...(values.length > 0 ? values : ([Steady.now()] as const)));
    }
    static override now = () => current.getStore()?.now ?? Real.now();
  } as DateConstructor;
  const Steady = globalThis.Date;
}

/**
 * Replaces the values of an event that the runner draws at random or takes from this machine, as a function might
 * store them.
 */
export function steadyEvent(event: Event, n: number, now: number): Event {
  if (!event.requestContext) return event;
  const { authorizer } = event.requestContext;
  const id = String(n).padStart(15, '0');
  const trace = `Root=1-${Math.floor(now / second).toString(16)}-${id.padStart(24, '0')}`;
  const port = String(event.requestContext.domainName).replace(/^.*:/, '');
  const { stageVariables } = event;
  const headers = { 'X-Amzn-Trace-Id': trace, 'X-Forwarded-Port': port };
  return {
    ...event,
    headers: { ...event.headers, ...headers },
    multiValueHeaders: {
      ...event.multiValueHeaders,
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    },
    ...(stageVariables && { stageVariables: steadyAddresses(stageVariables) }),
    requestContext: {
      ...event.requestContext,
      extendedRequestId: `${id}=`,
      requestId: idOf(n),
      requestTime: `${new Date(now).toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) (.*) GMT$/, '$1/$2/$3:$4')} +0000`,
      requestTimeEpoch: now,
      ...(authorizer && { authorizer: { ...authorizer, integrationLatency: 1 } }),
    },
  };
}

/** Replaces addresses that have the ports of this run by the usual ones. */
function steadyAddresses(stageVariables: Record<string, string>): Record<string, string> {
  const usual: Record<string, string> = {
    baseUrl: 'http://localhost:3000',
    posUrl: 'http://localhost:3001',
    consoleUrl: 'http://localhost:3002',
  };
  return Object.fromEntries(
    Object.entries(stageVariables).map(([name, value]) => [name, usual[name] ?? value]),
  );
}

/** Makes a handler's context whose remaining time stays the same. */
export const steadyContext = (n: number) => ({
  awsRequestId: idOf(n),
  getRemainingTimeInMillis: () => 15 * second,
});

const idOf = (n: number): string => uuidOf(Buffer.from(String(n).padStart(32, '0'), 'hex'));

/** Makes a UUID of version 4 (RFC 9562). */
function uuidOf(bytes: Buffer): string {
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x40;
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
