import { readFileSync } from 'node:fs';

/** The values of a union in the types of a resource in Stripe's SDK. */
export function unionOf(resource: string, name: string): string[] {
  const types = readFileSync(`node_modules/stripe/esm/resources/${resource}.d.ts`, 'utf8');
  const unions = [...types.matchAll(new RegExp(`type ${name} = ([^;]*);`, 'g'))].map(([, union]) => union);
  return [...new Set([...unions.join().matchAll(/'(\w+)'/g)].map(([, value = '']) => value))];
}
