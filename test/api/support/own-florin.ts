import { type Engine, startEngine } from './engine.ts';
import { type Florin, shortVisibility, startFlorin } from './florin.ts';
import { type EngineProxy, startProxy } from './proxy.ts';
import { world } from './world.ts';

/** Servers that only one test file uses. */
export interface OwnServers {
  engine: Engine;
  /** The proxy between Florin and its engine. */
  proxy: EngineProxy;
  florin: Florin;
  here: ReturnType<typeof world>;
  /** Starts Florin again on the same engine, after it was stopped or killed. */
  start(env?: Record<string, string>): Promise<void>;
}

interface Options {
  args?: string[];
  env?: Record<string, string>;
  /** A copy of the repository to start Florin from. */
  cwd?: string;
  /** The latency of the proxy, in milliseconds. */
  latency?: number;
}

/**
 * Starts an engine, a proxy and a Florin before the tests of the calling file, and stops all of them after the tests.
 */
export function ownFlorin({ args = ['--memory'], env = {}, cwd, latency = 0 }: Options = {}): OwnServers {
  const own = {
    async start(more = {}) {
      const all = { DYNAMODB_ENDPOINT: own.proxy.endpoint, ...shortVisibility, ...env, ...more };
      own.florin = await startFlorin(args, all, cwd);
      own.here = world(own.florin);
    },
  } as OwnServers;

  beforeAll(async () => {
    own.engine = await startEngine();
    own.proxy = await startProxy(own.engine.endpoint, latency);
    await own.start();
  });

  // If a hook fails, Jest still runs the others.
  afterAll(() => own.florin?.stop());
  afterAll(() => own.proxy?.stop());
  afterAll(() => own.engine?.stop());

  return own;
}
