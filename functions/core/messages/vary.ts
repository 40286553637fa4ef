import type { Messages } from './messages.ts';

/** The texts that differ in a region from those of its language. */
type Variant = { [Part in keyof Messages]?: DeepPartial<Messages[Part]> };

type DeepPartial<T> = { [Key in keyof T]?: T[Key] extends string ? string : DeepPartial<T[Key]> };

/** Replaces texts of a language by those of a region. */
export const vary = (language: Messages, region: Variant): Messages => merge(language, region);

function merge<T extends object>(all: T, some: object): T {
  const over = some as Record<string, string | object | undefined>;
  const merged = Object.entries(all).map(([name, value]) => {
    const own = over[name];
    if (own === undefined) return [name, value];
    return [name, typeof own === 'string' ? own : merge(value, own)];
  });
  return Object.fromEntries(merged) as T;
}
