import { AsyncLocalStorage } from 'node:async_hooks';

type Environment = Record<string, string | undefined>;

const current = new AsyncLocalStorage<Environment>();

/**
 * Runs `work` with `environment` as its `process.env`, including all that it awaits. In AWS every function has a
 * process of its own. Here all functions share one process, and no function may see the variables of another.
 */
export function withEnvironment<T>(environment: Environment, work: () => T): T {
  install();
  return current.run(environment, work);
}

let installed = false;

function install(): void {
  if (installed) return;
  installed = true;
  const of = (real: Environment) => current.getStore() ?? real;
  process.env = new Proxy(process.env, {
    get: (real, name) => Reflect.get(of(real), name),
    has: (real, name) => Reflect.has(of(real), name),
    set: (real, name, value) => Reflect.set(of(real), name, String(value)),
    deleteProperty: (real, name) => Reflect.deleteProperty(of(real), name),
    ownKeys: (real) => Reflect.ownKeys(of(real)),
    getOwnPropertyDescriptor: (real, name) => Reflect.getOwnPropertyDescriptor(of(real), name),
  });
}
