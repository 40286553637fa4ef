import { synonymOf, wordsOf } from './words.ts';

/** The prebuilt index of all pages. */
export interface Index {
  pages: readonly (readonly [
    name: string,
    title: string,
    group: string,
    description: string,
    ...headings: string[],
  ])[];
  /** For each word the pages that have it, each followed by its weight there: `[page, weight, page, weight, …]`. */
  words: Readonly<Record<string, readonly number[]>>;
}

export interface Result {
  name: string;
  title: string;
  group: string;
  description: string;
}

/** The factor for a page whose title or heading says the question, and again for one whose heading says nothing else. */
const phrase = 1.75;

/** The factors for the word itself, for a synonym, and for a longer word that begins with it. */
const [sameWord, synonym, beginning] = [1, 0.9, 0.6];

/**
 * Finds the pages for a question, best first. Rare words count more than frequent ones, and a page that lacks words of
 * the question counts less. A word may be unfinished, as readers see results while they type.
 */
export function search(index: Index, question: string, limit = 8): Result[] {
  const words = [...new Set(wordsOf(question))];
  const scores = new Map<number, { score: number; matched: number }>();
  for (const word of words) {
    const found = new Map<number, number>();
    for (const [key, factor] of keysFor(index, word)) {
      const list = index.words[key] ?? [];
      const rarity = Math.log(1 + (2 * index.pages.length) / list.length);
      for (let at = 0; at < list.length; at += 2) {
        const [page = 0, weight = 0] = [list[at], list[at + 1]];
        found.set(page, Math.max(found.get(page) ?? 0, weight * rarity * factor));
      }
    }
    for (const [page, score] of found) {
      const sum = scores.get(page) ?? { score: 0, matched: 0 };
      scores.set(page, { score: sum.score + score, matched: sum.matched + 1 });
    }
  }
  return [...scores]
    .map(([page, { score, matched }]) => {
      const [, title = [], , , ...headings] = (index.pages[page] ?? []).map(wordsOf);
      const isSaid = contains(words, title) || [title, ...headings].some((one) => contains(one, words));
      const isHeading = headings.some((one) => contains(one, words) && contains(words, one));
      const factor = (isSaid ? phrase : 1) * (isHeading ? phrase : 1);
      return { page, score: score * factor * (matched / words.length) ** 2 };
    })
    .sort((a, b) => b.score - a.score || a.page - b.page)
    .slice(0, limit)
    .flatMap(({ page }) => {
      const found = index.pages[page];
      return found ? [{ name: found[0], title: found[1], group: found[2], description: found[3] }] : [];
    });
}

const contains = (all: readonly string[], some: readonly string[]) =>
  some.every((word) => all.includes(word));

function keysFor(index: Index, word: string): (readonly [key: string, factor: number])[] {
  const other = synonymOf(word);
  const longer =
    word.length < 3 ? [] : Object.keys(index.words).filter((key) => key !== word && key.startsWith(word));
  return [
    ...(Object.hasOwn(index.words, word) ? [[word, sameWord] as const] : []),
    ...(other && Object.hasOwn(index.words, other) ? [[other, synonym] as const] : []),
    ...longer.map((key) => [key, beginning] as const),
  ];
}
