import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { capabilitiesOf } from '../../../functions/core/acquirer/registry.ts';
import { testCards } from '../../../functions/core/domain/cards/test-cards.ts';
import { processingErrors } from '../../../functions/core/domain/processing-error.ts';
import { routes } from '../../../lib/routes.ts';
import { guides } from '../../../lib/site/pages/guides.ts';
import { methodTexts } from '../../../lib/site/pages/method-texts.ts';
import { methodTable } from '../../../lib/site/pages/methods.ts';
import { operations, pageName } from '../../../lib/site/pages/reference.ts';
import { withPageLinks } from '../../../lib/site/render/links.ts';
import { languages } from '../../../lib/site/render/markdown.ts';
import { makeIndex } from '../../../lib/site/search/make-index.ts';
import { pageGroups, pagesOf, site } from '../../../lib/site/site.ts';
import { eventTypes } from '../../../schemas/event-types.ts';

const files = site();
const pages = pageGroups().flatMap(pagesOf);
const html = (name: string): string => files.get(`${name}.html`) ?? '';
const names = pages.map(({ name }) => name);

test('every operation, processing error and type of event has a page of its own', () => {
  const needed = [
    ...operations.map(pageName),
    ...processingErrors.map(({ code }) => `error-${code}`),
    ...eventTypes.map((type) => `event-${type}`),
  ];
  expect(operations).toHaveLength(routes.length);
  expect(needed.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('the samples of two pages have different idempotency keys', () => {
  const keys = names.flatMap((name) => [
    ...new Set(files.get(`${name}.md`)?.match(/(?<=-H 'Idempotency-Key: )[^']+/g)),
  ]);
  expect(keys.length).toBeGreaterThan(10);
  expect(keys).toHaveLength(new Set(keys).size);
});

test('each page is served by its name, as HTML and as Markdown', () => {
  for (const { name, title, description } of pages) {
    expect(name).toMatch(/^\w[\w.-]*$/);
    expect(name).not.toMatch(/\.(md|txt|js|css|json)$/);
    expect(files.get(`${name}.md`)).toContain(`# ${title}\n`);
    expect([name, title.length > 0, description.length > 5]).toEqual([name, true, true]);
    expect(files.get('llms.txt')).toContain(`{base_url}/docs/${name}.md`);
  }
});

test.each(names)(
  '%s has one first heading, headings in order, unique ids, and no script or style but the site’s',
  (name) => {
    const text = html(name);
    const levels = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect([levels[0], levels.filter((level) => level === 1)]).toEqual([1, [1]]);
    levels.forEach((level, index) => {
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(text.match(/<style.*|<script.*/g)).toEqual([
      '<style>{style}</style>',
      '<script>{script}</script>',
    ]);
    expect(text).not.toMatch(/\sstyle=|\son\w+="|javascript:/);
    // The changelog speaks of `NaN`.
    expect(text.replace('<code>NaN</code>', '')).not.toMatch(/"undefined|\[object|NaN/);
  },
);

test.each(operations.map((it) => [pageName(it), it] as const))(
  '%s shows its parameters, fields, statuses, and an example in every language',
  (name, { operation }) => {
    const text = files.get(`${name}.md`) ?? '';
    for (const parameter of operation.parameters) expect(text).toContain(`**\`${parameter.name}\`**`);
    for (const status of Object.keys(operation.responses))
      expect(text).toMatch(new RegExp(`\\*\\*\`?${status}\`?\\*\\*`));
    expect(html(name).match(/<figure data-language/g)).toHaveLength(languages.length);
    const [, errors = ''] = text.split('## Errors');
    const items = errors.split('## Request')[0]?.match(/^- .*(\n {2}.*)*/gm) ?? [];
    for (const item of items) expect(item).toMatch(/\*\*Remedy:\*\* \S/);
  },
);

test('every link of a page leads to a page, and its anchor to a heading of that page', () => {
  const broken = names.flatMap((name) =>
    [...html(name).matchAll(/href="(?:\{base_path\}\/docs\/?([^"#]*))?(#[^"]*)?"/g)]
      .map(([, page = name, anchor]) => ({ page: page || 'index', anchor: anchor?.slice(1) }))
      .filter(({ page }) => !/^[\w.-]+\.md$/.test(page))
      .filter(({ page, anchor }) => !html(page) || (anchor && !html(page).includes(` id="${anchor}"`)))
      .map(({ page, anchor }) => `${name}: ${page}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

test('the links that docs/errors.md tells programs to make lead to headings', () => {
  const guide = readFileSync('docs/errors.md', 'utf8');
  const made = [...guide.matchAll(/`\/docs\/([\w-]+)(?:#(\w+))?`/g)];
  for (const [, page = '', anchor] of made)
    expect([page, anchor, html(page).includes(` id="${anchor ?? 'content'}"`)]).toEqual([page, anchor, true]);
  expect(made).toHaveLength(4);
});

test('a page without its style sheet and script is at most 20 KB compressed', () => {
  const heavy = names
    .map((name) => [name, gzipSync(html(name)).length])
    .filter(([, size]) => Number(size) > 20_000);
  expect(heavy).toEqual([]);
});

/** The pages for people who do not program: they begin with text. */
const merchants = ['merchants', 'console'];

/** Pages that need no sample of code. `test/unit/usecases/lives.test.ts` compares the tables of `lives` with Florin. */
const references = ['lives', 'not-included', 'personal-data', 'glossary', 'architecture', ...merchants];

const ofSite = guides()
  .flatMap(pagesOf)
  .map(({ name }) => name)
  .filter((name) => !references.includes(name));

/** The guide for authors of adapters is in the repository alone. */
const codeFirst = [...ofSite, 'adapter'];

test.each(codeFirst)('the guide %s begins with code, and ends with what can go wrong', (name) => {
  const [start = '', ...sections] = readFileSync(`docs/${name}.md`, 'utf8').split(/^## /m);
  expect(start).toMatch(/^```(sh|js|ts|json|html)\n/m);
  expect(sections.at(-1)).toMatch(/^([^\n]* )?what can go wrong\n/i);
});

test('the guide to methods has the table of the rows, and each row has words and a page', () => {
  expect(readFileSync('docs/methods.md', 'utf8')).toContain(`\n${methodTable()}\n`);
  const types = capabilitiesOf({ acquirer: 'simulated' }).methods?.map(({ type }) => type);
  expect(Object.keys(methodTexts).filter((type) => !types?.includes(type))).toEqual([]);
  for (const type of types ?? [])
    expect([type, methodTexts[type]?.about]).toEqual([type, expect.any(String)]);
  expect(types?.filter((type) => !names.includes(`method-${type}`))).toEqual([]);
});

test('the retention of personal data is that of the code', () => {
  const guide = readFileSync('docs/personal-data.md', 'utf8');
  const daysIn = (file: string, days: RegExp) =>
    days.exec(readFileSync(`functions/core/${file}.ts`, 'utf8'))?.[1] ?? file;
  const receipt = daysIn('domain/transactions/receipt', /const keptFor = (\d+) \* day/);
  const audit = daysIn('store/console/audit', /const lifetime = (\d+) \* day/);
  const events = daysIn('store/webhooks/delivery-item', /const keptFor = (\d+);/);
  expect(guide).toContain(`asked for a receipt | ${receipt} days after`);
  expect(guide).toContain(`${audit} days for test merchants`);
  expect(guide).toContain(`which contain the payment | ${events} days.`);
});

test.each(merchants)('the guide %s for people who do not program begins with text', (name) => {
  expect(readFileSync(`docs/${name}.md`, 'utf8').split(/^## /m)[0]).not.toContain('```');
});

test('the guide to testing says of every test card of the payment page whether the bank asks first', () => {
  const guide = readFileSync('docs/testing.md', 'utf8');
  const cards = testCards({ currency: 'EUR', exponent: 2, value: 1000 });
  const rows = [...guide.matchAll(/^\| (4100[\d ]+|5555[\d ]+) \| (yes|no) \| (Pays|Declined)/gm)];
  expect(rows.map(([, number, asks, does]) => [number?.replaceAll(' ', ''), asks, does])).toEqual(
    cards.map(({ number, pays, test }) => [
      number,
      test.tds?.challenge === false ? 'no' : 'yes',
      pays ? 'Pays' : 'Declined',
    ]),
  );
});

test('the changelog is on the site, whole, and only the rules for releases are in the search', () => {
  const changes = readFileSync('CHANGELOG.md', 'utf8').match(/^- .*$/gm) ?? [];
  const shown = [...files].filter(([name]) => /^changelog.*\.md$/.test(name)).map(([, text]) => text);
  const link = /\[([^\]]*)\]\([^)]*\)/g;
  const text = shown.join('\n').replace(link, '$1');
  expect(changes.filter((change) => !text.includes(change.replace(link, '$1')))).toEqual([]);
  expect(changes.length).toBeGreaterThan(400);
  const found = makeIndex(pageGroups()).pages.map(([name]) => name);
  expect(found.filter((name) => name.startsWith('changelog'))).toEqual(['changelog']);
  expect(found).not.toContain('runbooks');
});

test('links between files of the repository become links between pages, and others become text', () => {
  const names = new Set(['webhooks', 'index']);
  const rewritten = (text: string) => withPageLinks(text, names);
  expect(rewritten('[a](webhooks.md#b)')).toBe('[a](webhooks.md#b)');
  expect(rewritten('![a](pictures/b.svg)')).toBe('![a](pictures/b.svg)');
  expect(rewritten('[a](../docs/webhooks.md)')).toBe('[a](webhooks.md)');
  expect(rewritten('[`a`](../functions/a.ts)')).toBe('`a`');
  expect(rewritten('[a](adr/0001-x.md)')).toBe('a');
  expect(rewritten('[a\nb](../README.md#c)')).toBe('a\nb');
  expect(rewritten('`[a](b.md)`\n```\n[a](b.md)\n```')).toBe('`[a](b.md)`\n```\n[a](b.md)\n```');
  expect(rewritten('[a](https://example.com) [b](#c)')).toBe('[a](https://example.com) [b](#c)');
});
