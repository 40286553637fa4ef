import type { Example } from '../../openapi/examples.ts';

/**
 * Gives new recordings the ids, dates, tokens and durations of the earlier ones. A second recording then gives the same file,
 * and a new example or field adds lines and changes none. A new example that names a known object gets its known id.
 */
export function keepValues(earlier: readonly Example[], recorded: readonly Example[]): Example[] {
  // The scenes state these dates, so that a new one replaces the earlier one.
  const stated = [...earlier, ...recorded].flatMap(
    ({ request }) => JSON.stringify(request ?? '').match(date) ?? [],
  );
  const keeper = new Keeper(new Set(stated));
  const found = new Map(named(earlier));
  const pairs = named(recorded).map(([name, example]) => [found.get(name), example] as const);
  for (const [old, example] of pairs) keeper.learn(old, example);
  return pairs.map(([old, example]) => keeper.merge(old, example) as Example);
}

/** Names each example by its route and title, which several examples may share. */
function named(examples: readonly Example[]): [name: string, example: Example][] {
  const seen = new Map<string, number>();
  return examples.map((example) => {
    const name = `${example.route} ${example.title}`;
    const n = seen.get(name) ?? 0;
    seen.set(name, n + 1);
    return [`${name} ${n}`, example];
  });
}

const date = /\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g;
/** Dates, the pixels of a QR code, and words that are long enough for an id or a token. */
const words = /<svg.*|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?(?![\w-])|[\w+/=.-]{20,}/gs;
const idAtEnd = /(^|\/)([0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

class Keeper {
  /** The earlier value of each random word. */
  readonly #known = new Map<string, string>();
  readonly #stated: ReadonlySet<string>;

  constructor(stated: ReadonlySet<string>) {
    this.#stated = stated;
  }

  /** Whether a word differs in each recording. Names of errors and files have no digits beside both kinds of letters. */
  #isRandom(word: string): boolean {
    if (/^\d{4}-\d\d-\d\d/.test(word) && !idAtEnd.test(word)) return !this.#stated.has(word);
    if (word.startsWith('<svg') || idAtEnd.test(word)) return true;
    return /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);
  }

  #randomIn = (text: string): string[] => (text.match(words) ?? []).filter((word) => this.#isRandom(word));
  #masked = (text: string): string => text.replace(words, (word) => (this.#isRandom(word) ? '…' : word));

  /** Notes which earlier value each random word of a recording has. */
  learn(old: unknown, now: unknown): void {
    if (typeof old === 'string' && typeof now === 'string') {
      if (this.#masked(old) !== this.#masked(now)) return;
      const before = this.#randomIn(old);
      for (const [index, word] of this.#randomIn(now).entries())
        if (!this.#known.has(word)) this.#known.set(word, before[index] ?? word);
    } else if (isObject(old) && isObject(now)) {
      for (const [name, value] of Object.entries(now)) this.learn(old[name], value);
    }
  }

  /** A recorded value with earlier words: those of the same place, or else those of the same object elsewhere. */
  merge(old: unknown, now: unknown, name = ''): unknown {
    if (name === 'duration' && typeof old === 'number') return old;
    if (typeof now === 'string') {
      if (typeof old === 'string' && this.#masked(old) === this.#masked(now)) return old;
      return now.replace(words, (word) => this.#known.get(word) ?? word);
    }
    if (!isObject(now)) return now;
    const entries = Object.entries(now).map(([name, value]): [string, unknown] => [
      name,
      this.merge(isObject(old) ? old[name] : undefined, value, name),
    ]);
    return Array.isArray(now) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
