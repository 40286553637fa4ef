import type { Group, Page } from '../page.ts';
import { plain } from '../render/text.ts';
import type { Index } from './search.ts';
import { wordsOf } from './words.ts';

/** The weight of a word by where the page has it. Names and descriptions of fields count least. */
const weights = { title: 40, heading: 10, name: 8, description: 10, text: 12, field: 2 };

/** The headings that every page of an operation has. */
const ofEveryOperation = /^(?:Parameters|Body|Answer|Errors|Request|[A-Z_]+)$/;

/** The length of a usual text. In a longer text, words are more frequent by chance. */
const usualLength = 400;

/** Makes the index of all pages that the search finds. Weights are whole numbers, which keeps the file small. */
export function makeIndex(groups: readonly Group[]): Index {
  const pages = groups.flatMap(({ title, pages, listed = [] }) =>
    [...pages, ...listed].filter(({ unsearched }) => !unsearched).map((page) => ({ page, group: title })),
  );
  const words: Record<string, number[]> = Object.create(null);
  pages.forEach(({ page }, number) => {
    for (const [word, weight] of weightsOf(page)) {
      words[word] ??= [];
      words[word].push(number, Math.max(1, Math.round(weight * (page.weight ?? 1))));
    }
  });
  return {
    pages: pages.map(({ page, group }) => [
      page.name,
      page.title,
      group,
      page.description,
      ...headingsOf(page).filter((heading) => !ofEveryOperation.test(heading)),
    ]),
    words,
  };
}

function weightsOf({ name, title, description, markdown }: Page): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (words: Iterable<string>, weight: number) => {
    for (const word of words) sums.set(word, (sums.get(word) ?? 0) + weight);
  };
  const titleWords = new Set(wordsOf(title));
  // A word in a short title says more about the page than one in a long title.
  add(titleWords, weights.title / Math.sqrt(Math.max(1, titleWords.size)));
  add(new Set(headingsOf({ markdown }).flatMap(wordsOf)), weights.heading);
  add(new Set(wordsOf(description)), weights.description);
  add(new Set(wordsOf(name)), weights.name);
  const { text, fields } = parts(markdown);
  add(new Set(wordsOf(fields)), weights.field);
  const words = wordsOf(text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  // A word that a page repeats counts more, but less each time, and less in a long page.
  const slowness = 0.5 + words.length / usualLength;
  for (const [word, count] of counts) add([word], (weights.text * count) / (count + slowness));
  return sums;
}

const headingsOf = ({ markdown }: Pick<Page, 'markdown'>): string[] =>
  [...markdown.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    plain(heading),
  );

/**
 * Separates lists of fields and tables of errors from the text: they are the same on many pages, so they say little
 * about one.
 */
function parts(markdown: string): { text: string; fields: string } {
  const [text = '', ...rest] = markdown.split(/^## (?:Parameters|Body|Answer|Errors)$/m);
  return { text, fields: rest.join('\n') };
}
