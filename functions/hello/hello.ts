import { NotFound } from '#domain/outcome.ts';
import type { HelloWorld } from '#store/hello.ts';

/** @throws NotFound for a text that cannot be an id */
export function readId(text: string): number {
  const id = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(id)) throw new NotFound();
  return id;
}

/** Returns the object as the API shows it. */
export const present = ({ id, name }: HelloWorld): HelloWorld => ({ id, name });
