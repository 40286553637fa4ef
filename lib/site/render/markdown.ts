import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { escapeHtml } from '#html/markup.ts';
import { root } from '../../root.ts';
import { highlight } from './highlight.ts';
import { addressOf } from './links.ts';
import { slug } from './text.ts';

export interface Rendered {
  html: string;
  headings: Heading[];
}

export interface Heading {
  level: number;
  text: string;
  id: string;
}

/** The languages of examples, in the order in which pages show them. */
export const languages: readonly (readonly [fence: string, name: string])[] = [
  ['sh', 'curl'],
  ['js', 'Node.js'],
  ['python', 'Python'],
  ['php', 'PHP'],
  ['go', 'Go'],
  ['java', 'Java'],
  ['ruby', 'Ruby'],
  ['csharp', 'C#'],
];

/** With `html: false` markup in the text is shown as text. The parser always refuses `javascript:` links. */
const parser = new MarkdownIt({ html: false });
// `<br>` is allowed, as a cell of a table can have several lines in no other way.
parser.inline.ruler.before('html_inline', 'line-break', (state, isSilent) => {
  if (!state.src.startsWith('<br>', state.pos)) return false;
  if (!isSilent) state.push('hardbreak', 'br', 0);
  state.pos += '<br>'.length;
  return true;
});
type Token = ReturnType<typeof parser.parse>[number];

/** Renders a page's Markdown as HTML that contains no markup of the Markdown's author. */
export function render(markdown: string): Rendered {
  const tokens = parser.parse(markdown, {});
  const headings = withAnchors(tokens);
  withoutEmptyHeaders(tokens);
  withAlignments(tokens);
  withFields(tokens);
  for (const { children } of tokens) withAddresses(children ?? []);
  return { html: parser.renderer.render(withSamples(tokens), parser.options, {}), headings };
}

function withAnchors(tokens: Token[]): Heading[] {
  const headings: Heading[] = [];
  const used = new Map<string, number>();
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
    const count = used.get(slug(text)) ?? 0;
    used.set(slug(text), count + 1);
    const id = count === 0 ? slug(text) : `${slug(text)}-${count}`;
    token.attrSet('id', id);
    headings.push({ level: Number(token.tag.slice(1)), text, id });
  });
  return headings;
}

/** Removes empty header cells, which a screen reader would announce as a header of nothing. */
function withoutEmptyHeaders(tokens: Token[]): void {
  tokens.forEach((token, index) => {
    if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') return;
    token.tag = 'td';
    const close = tokens[index + 2];
    if (close) close.tag = 'td';
  });
}

/** Marks lists of fields: each item begins with a name in bold code. */
function withFields(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    const [first, second] = tokens[index + 3]?.children ?? [];
    const [, strong, name] =
      first?.content === '' && first.type === 'text'
        ? [first, second, tokens[index + 3]?.children?.[2]]
        : [null, first, second];
    if (token.type === 'bullet_list_open' && strong?.type === 'strong_open' && name?.type === 'code_inline')
      token.attrSet('class', 'fields');
  });
}

/** The parser aligns cells by styles in attributes, which the content security policy forbids. */
function withAlignments(tokens: readonly Token[]): void {
  for (const token of tokens) {
    const [, side] = /text-align:(\w+)/.exec(String(token.attrGet('style'))) ?? [];
    if (side === undefined) continue;
    token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
    token.attrSet('class', side);
  }
}

/** Rewrites links: pages are `name.md` in Markdown. Other hosts do not learn which page linked to them. */
function withAddresses(tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (token.type !== 'link_open') continue;
    const href = String(token.attrGet('href'));
    const [, name, anchor = ''] = /^([^:/#]+)\.md(#.*)?$/.exec(href) ?? [];
    if (name !== undefined) token.attrSet('href', addressOf(name) + anchor);
    else if (/^https?:/.test(href)) token.attrSet('rel', 'noreferrer');
    // The parser has encoded the brackets of an address that the server fills in, which is undone here.
    else token.attrSet('href', href.replace(/^%7B(\w+)%7D/, '{$1}'));
  }
}

/** Groups examples of one request in several languages, so that a reader can choose the language. */
function withSamples(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    const run = tokens.slice(index, index + languages.length);
    if (run.every(({ type, info }, place) => type === 'fence' && info === languages[place]?.[0])) {
      const group = new (token.constructor as new (type: string, tag: string, nesting: 0) => Token)(
        'html_block',
        '',
        0,
      );
      group.content = samplesOf(run.map(({ content }) => content));
      result.push(group);
      index += languages.length - 1;
    } else result.push(token);
  }
  return result;
}

const samplesOf = (codes: readonly string[]): string =>
  `<div class="samples">${languages
    .map(([fence, name], place) => sampleOf(fence, name, codes[place] ?? ''))
    .join('')}</div>\n`;

const sampleOf = (fence: string, name: string, text: string): string =>
  `<figure data-language="${fence}"><figcaption>${name}</figcaption>${blockOf(fence, text)}</figure>`;

/** A block of code can get the focus, so that a reader can scroll wide code by keyboard. */
const blockOf = (language: string, text: string): string =>
  `<pre tabindex="0"><code>${highlight(text.trimEnd(), language)}</code></pre>`;

parser.renderer.rules.fence = (tokens, index) => {
  const { info = '', content = '' } = tokens[index] ?? {};
  return `<div class="code">${blockOf(info, content)}</div>\n`;
};
/** A picture of `docs/pictures/` is a part of the page, as the content security policy allows no other pictures. */
parser.renderer.rules.image = (tokens, index) => {
  const { content = '' } = tokens[index] ?? {};
  const picture = String(tokens[index]?.attrGet('src'));
  if (!/^pictures\/[\w-]+\.svg$/.test(picture)) return escapeHtml(content);
  const svg = readFileSync(join(root, 'docs', picture), 'utf8');
  return `<img src="data:image/svg+xml,${encodeURIComponent(svg)}" alt="${escapeHtml(content)}">`;
};
parser.renderer.rules.table_open = () =>
  '<div class="table" role="group" aria-label="Table" tabindex="0"><table>';
parser.renderer.rules.table_close = () => '</table></div>\n';
parser.renderer.rules.heading_open = (tokens, index) => {
  const { tag, attrGet } = tokens[index] as Token;
  const id = escapeHtml(String(attrGet.call(tokens[index], 'id')));
  return `<${tag} id="${id}"><a href="#${id}">`;
};
parser.renderer.rules.heading_close = (tokens, index) => `</a></${tokens[index]?.tag}>\n`;
