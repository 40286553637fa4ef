import { escapeHtml } from '#html/markup.ts';
import type { Group, Page } from './page.ts';
import { addressOf } from './render/links.ts';
import { type Heading, render } from './render/markdown.ts';

/** Florin's icon: a card in colours that are visible on light and dark backgrounds. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect y="5" width="32" height="22" rx="4" fill="#1d4ed8"/><path d="M0 10h32v5H0z" fill="#fff"/></svg>',
)}`;

const logo =
  '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect y="5" width="32" height="22" rx="4"/><path d="M0 10h32v5H0z"/></svg>';

/**
 * The place for the sandbox, whose script comes later. It is reserved so that the page does not move when the script
 * has loaded.
 */
const sandbox = `<div class="sandbox">
<p>No terminal at hand? This page makes a key and a test merchant, and enters the key into “Try it” of the API reference.</p>
<button type="button" class="primary">Make a test merchant for me</button>
<div role="status"></div>
</div>`;

/**
 * Makes the HTML of a page. `{base_path}`, `{base_url}` and `{pos_url}` stand for addresses that the server fills in, and
 * every other text is escaped. The server writes `{script}` and `{style}` into the page, too, because on a slow network a
 * second round trip takes longer than their 7 KB.
 *
 * @param index the name of the search index, which the script loads when somebody searches
 */
export function layout(page: Page, groups: readonly Group[], index: string): string {
  const pages = groups.flatMap(({ pages, listed = [] }) => [...pages, ...listed]);
  const place = pages.indexOf(page);
  const group = groups.find((one) => one.pages.includes(page) || one.listed?.includes(page));
  const text = render(page.markdown);
  const path = '{base_path}/docs';
  const [introduction = '', ...more] = text.html.split(/^(?=<h2)/m);
  const sections = more.join('');
  const title = page.name === 'index' ? 'Florin documentation' : `${page.title} · Florin`;
  return `<!doctype html>
<html lang="en" data-docs="${path}" data-base="{base_url}" data-pos="{pos_url}" data-index="${index}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="icon" href="${icon}">
${place < 0 ? '' : `<link rel="alternate" type="text/markdown" href="${path}/${page.name}.md">`}
<style>{style}</style>
<script>{script}</script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="logo" href="${path}">${logo}<span>Florin</span> <small>docs</small></a>
<button class="search-open" type="button" hidden><span>Search</span> <kbd>/</kbd></button>
<button class="theme" type="button" hidden>Theme</button>
<a class="menu" href="#navigation">Menu</a>
</header>
<nav id="navigation" class="navigation" aria-label="Documentation">
<a class="menu-close" href="#content">Close the menu</a>
${(group?.isReference ? groups : outline(groups)).map((one) => navigation(one, page, one === group)).join('\n')}
</nav>
<main id="content" tabindex="-1">
<div class="columns${page.aside ? ' with-aside' : ''}">
<article>
<p class="group">${escapeHtml(page.name === 'index' ? 'Documentation' : (group?.title ?? ''))}</p>
<h1>${escapeHtml(page.title)}</h1>
${introduction}${page.name === 'index' ? sandbox : ''}
${contents(text.headings, page)}
${sections}
</article>
${page.aside ? `<div class="aside">${page.request ? tryPanel(page) : ''}${render(page.aside).html}</div>` : ''}
</div>
${place < 0 ? '' : neighbours(pages[place - 1], pages[place + 1])}
</main>
</body>
</html>
`;
}

/**
 * The groups as pages outside the API reference show them: the reference is one list, which links to the first operation of
 * each of its groups. All its operations would not fit into the first packets of an answer.
 */
function outline(groups: readonly Group[]): Group[] {
  const place = groups.findIndex(({ isReference }) => isReference);
  const pages = groups.flatMap(({ title, pages: [first], isReference }) =>
    first && isReference ? [{ ...first, title }] : [],
  );
  return groups.flatMap((group, n) =>
    n === place ? [{ title: 'API reference', pages }] : group.isReference ? [] : [group],
  );
}

/**
 * Long groups, as those of operations, are collapsed. A browser expands the group of the current page, even without
 * JavaScript.
 */
function navigation({ title, pages }: Group, current: Page, isOpen: boolean): string {
  const items = pages.map((page) => {
    const mark = page === current ? ' aria-current="page"' : '';
    return `<li><a href="${addressOf(page.name)}"${mark}>${escapeHtml(page.name === 'index' ? 'Quick start' : page.title)}</a></li>`;
  });
  return `<details${isOpen || pages.length < 9 ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${items.join('')}</ul></details>`;
}

function contents(headings: readonly Heading[], page: Page): string {
  const items = headings.filter(({ level }) => level === 2);
  if (items.length < 3 || page.aside) return '';
  const links = items.map(({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav>`;
}

/** The script turns this into a form. */
const tryPanel = ({ request }: Page): string =>
  `<section class="try" aria-labelledby="try-it" data-request="${escapeHtml(JSON.stringify(request))}" hidden><h2 id="try-it">Try it</h2></section>`;

function neighbours(before: Page | undefined, after: Page | undefined): string {
  const link = (page: Page | undefined, rel: string, label: string) =>
    page
      ? `<a rel="${rel}" href="${addressOf(page.name)}"><small>${label}</small> ${escapeHtml(page.name === 'index' ? 'Quick start' : page.title)}</a>`
      : '<span></span>';
  return `<nav class="neighbours" aria-label="Previous and next page">${link(before, 'prev', 'Previous')}${link(after, 'next', 'Next')}</nav>`;
}
