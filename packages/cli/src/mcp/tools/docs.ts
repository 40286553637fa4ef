import { passage } from '../../../../../lib/site/search/passage.ts';
import { type Index, search } from '../../../../../lib/site/search/search.ts';
import type { Options } from '../../../../florin/src/index.ts';
import { Refusal } from '../answer.ts';
import { mostCharacters } from '../page.ts';
import { fields, tool } from '../tool.ts';

const longestPage = mostCharacters - 1000;

export const docs = [
  tool({
    name: 'search_docs',
    description:
      'Searches the documentation of this Florin: guides, operations of the API, events and errors.',
    schema: fields({ query: { type: 'string', minLength: 2, maxLength: 200 } }, ['query']),
    async run({ query }, { baseUrl }, options) {
      const found = search(await indexOf(baseUrl, options), query, 5);
      const pages = await Promise.all(
        found.map(async ({ name, title, description }) => {
          const best = passage(await textAt(baseUrl, `${name}.md`, options), query);
          return {
            ...{ page: name, title, description },
            ...(best && { heading: best.heading, sentence: best.sentence.slice(0, 500) }),
          };
        }),
      );
      return { pages };
    },
  }),

  tool({
    name: 'read_docs',
    description: 'Reads one page of the documentation, in Markdown.',
    schema: fields(
      {
        page: { type: 'string', pattern: '^\\w[\\w.-]{0,90}$', description: 'A `page` of search_docs' },
        cursor: { type: 'integer', minimum: 0, maximum: 1e7, description: 'The `next` of the part before' },
      },
      ['page'],
    ),
    async run({ page, cursor = 0 }, { baseUrl }, options) {
      const whole = await textAt(baseUrl, `${page}.md`, options);
      const text = whole.slice(cursor, cursor + longestPage);
      const end = cursor + text.length;
      return { page, text, next: end < whole.length ? end : null };
    },
  }),
];

/** The index of each Florin. Its name changes with its content. */
const indexes = new Map<string, Promise<Index>>();

/** The landing page names the index, as its search box loads it. */
async function indexOf(baseUrl: string, options: Options): Promise<Index> {
  const [, name] = /data-index="(index-[0-9a-f]+\.json)"/.exec(await textAt(baseUrl, '', options)) ?? [];
  if (!name) throw new Refusal(`${baseUrl}/docs has no search.`);
  const known = indexes.get(name) ?? textAt(baseUrl, name, options).then((text) => JSON.parse(text) as Index);
  indexes.set(name, known);
  known.catch(() => indexes.delete(name));
  return known;
}

/** Reads a file of the documentation of this Florin, without the key. */
async function textAt(baseUrl: string, name: string, { signal, timeout = 10_000 }: Options): Promise<string> {
  const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])];
  const request = { redirect: 'manual', signal: AbortSignal.any(signals) } as const;
  const response = await fetch(`${baseUrl}/docs${name && `/${name}`}`, request).catch(() => undefined);
  if (!response) throw new Refusal(`Nothing answers at ${baseUrl}/docs.`);
  if (response.status === 404)
    throw new Refusal('`page` does not exist. search_docs finds the names of pages.');
  if (!response.ok) throw new Refusal(`${baseUrl}/docs responded with ${response.status}.`);
  return response.text();
}
