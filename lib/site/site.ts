import { createHash } from 'node:crypto';
import { layout } from './layout.ts';
import type { Group, Page } from './page.ts';
import { changelog } from './pages/changelog.ts';
import { errors } from './pages/errors.ts';
import { events } from './pages/events.ts';
import { conventions, guides, quickStart } from './pages/guides.ts';
import { methods } from './pages/methods.ts';
import { overview, reference } from './pages/reference.ts';
import { runbooks } from './pages/runbooks.ts';
import { postman } from './postman.ts';
import { withPageLinks } from './render/links.ts';
import { makeIndex } from './search/make-index.ts';

/** All pages of the site, in the order in which they are read. Links lead to pages of the site only. */
export function pageGroups(): Group[] {
  const groups: Group[] = [
    { title: 'Start', pages: [quickStart()] },
    ...guides(),
    methods(),
    runbooks(),
    { title: 'API basics', pages: [overview(), ...conventions()] },
    ...reference(),
    events(),
    errors(),
    changelog(),
  ];
  const names = new Set(groups.flatMap(pagesOf).map(({ name }) => name));
  // Links to the landing page are rewritten, as it has another name as a file of the repository.
  const linked = (markdown: string) =>
    withPageLinks(markdown.replaceAll('](quick-start.md', '](index.md'), names);
  const withLinks = (page: Page): Page => ({ ...page, markdown: linked(page.markdown) });
  return groups.map((group) => ({
    ...group,
    pages: group.pages.map(withLinks),
    ...(group.listed && { listed: group.listed.map(withLinks) }),
  }));
}

/**
 * The page of unknown paths. No path can name its file, and the page is neither in the navigation nor in the search.
 */
const missing: Page = {
  name: '-missing',
  title: 'This page does not exist',
  description: 'The address may be mistyped, or the page has moved.',
  markdown: [
    'The address may be mistyped, or the page has moved.',
    '',
    '- [Quick start](index.md): from nothing to a captured payment in five minutes',
    '- [Take payments in a shop](integrate.md)',
    '- [The console](console.md), for people who do not program',
    '- [The API reference](api.md)',
    '',
    'Search finds every page, operation, event and error: press `/`, or use the field at the top.',
  ].join('\n'),
};

export const pagesOf = ({ pages, listed = [] }: Group): Page[] => [...pages, ...listed];

/** A page as one text in Markdown, for programs. */
const markdownOf = ({ title, markdown, aside }: Page): string =>
  `${[`# ${title}`, markdown, ...(aside ? [aside] : [])].join('\n\n')}\n`;

/** The list of all pages for language models: https://llmstxt.org. */
export const llms = (groups: readonly Group[]): string =>
  `${[
    '# Florin',
    '> A payment API: authorize, capture, refund and void payments by card and other methods in many currencies; a ledger, payouts, disputes and webhooks for each merchant.',
    'The merchants’ API is at {base_url}, the checkout API at {pos_url}. The OpenAPI document is at {base_url}/openapi.json.',
    ...groups.map((group) =>
      [
        `## ${group.title}`,
        '',
        ...pagesOf(group).map(
          ({ name, title, description }) => `- [${title}]({base_url}/docs/${name}.md): ${description}`,
        ),
      ].join('\n'),
    ),
  ].join('\n\n')}\n`;

/**
 * Makes all files of the site, by their names: for each page its HTML and its Markdown, the search index,
 * `llms.txt`, and the collection for Postman.
 */
export function site(): Map<string, string> {
  const groups = pageGroups();
  const index = `${JSON.stringify(makeIndex(groups))}\n`;
  const indexName = `index-${hashOf(index)}.json`;
  return new Map([
    [indexName, index],
    ['llms.txt', llms(groups)],
    [`${missing.name}.html`, layout(missing, groups, indexName)],
    ['postman.json', `${JSON.stringify(postman(groups))}\n`],
    ...groups.flatMap(pagesOf).flatMap((page): [string, string][] => [
      [`${page.name}.html`, layout(page, groups, indexName)],
      [`${page.name}.md`, markdownOf(page)],
    ]),
  ]);
}

/** A part of the file's name, so that browsers may keep the file for ever. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
