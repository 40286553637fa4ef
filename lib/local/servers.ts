import type { Gateway } from './gateway/gateway.ts';
import { type Listening, type Logged, listen } from './gateway/server.ts';
import type { StartOptions } from './start-options.ts';

const apis = ['base', 'pos', 'console'] as const;
const names = [...apis, 'aws'] as const;
type Name = (typeof names)[number];

/** The servers of the three APIs, and of the stand-in for AWS. */
export interface Servers {
  urls: Record<Name, string>;
  /** Gives a server its gateway. Its requests wait until then. */
  open(name: Name, gateway: Gateway): void;
  /** Closes the servers of the APIs after their open requests. Requests that wait for a gateway fail. */
  closeApis(): Promise<void>;
  closeAws(): Promise<void>;
}

/** Listens on all ports. If one of them is taken, nothing listens any more. */
export async function startServers(
  options: StartOptions,
  logs: Record<Name, (entry: Logged) => void>,
  report: (error: unknown) => void,
): Promise<Servers> {
  const ports = {
    base: { variable: 'PORT', port: options.port ?? 3000 },
    pos: { variable: 'POS_PORT', port: options.posPort ?? 3001 },
    console: { variable: 'CONSOLE_PORT', port: options.consolePort ?? 3002 },
    aws: { variable: 'AWS_PORT', port: options.awsPort ?? 3003 },
  };
  const gateways = forEachName(() => makeDeferred<Gateway>());
  const listening = new Map<Name, Listening>();
  const close = async (name: Name) => {
    const server = listening.get(name);
    listening.delete(name);
    await server?.close();
  };
  const closeApis = async () => {
    for (const name of names) gateways[name].fail(new Error('Florin has stopped'));
    await Promise.all(apis.map(close));
  };
  const closeAws = () => close('aws');

  try {
    for (const name of names) {
      const { variable, port } = ports[name];
      const gateway = gateways[name].promise;
      listening.set(name, await listen({ name: variable, port, gateway, log: logs[name], report }));
    }
  } catch (error) {
    await closeApis();
    throw error;
  }
  return {
    urls: forEachName((name) => listening.get(name)?.url ?? ''),
    open: (name, gateway) => gateways[name].done(gateway),
    closeApis,
    closeAws,
  };
}

function forEachName<T>(make: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
}

function makeDeferred<T>() {
  let done!: (value: T) => void;
  let fail!: (error: Error) => void;
  const promise = new Promise<T>((resolve, reject) => {
    done = resolve;
    fail = reject;
  });
  promise.catch(() => {}); // handles a rejection that nobody waits for
  return { promise, done, fail };
}
