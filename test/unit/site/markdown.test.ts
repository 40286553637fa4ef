import fc from 'fast-check';
import { languages, render } from '../../../lib/site/render/markdown.ts';
import { code, firstSentence, plain } from '../../../lib/site/render/text.ts';

const htmlOf = (markdown: string): string => render(markdown).html;

test('markup in Markdown is shown as text, also in code, headings, tables, links and attributes', () => {
  const markup = '<img src=x onerror=alert(1)>';
  for (const markdown of [
    markup,
    `<script>alert(1)</script>`,
    `## ${markup}`,
    `\`${markup}\``,
    `\`\`\`js\n${markup}\n\`\`\``,
    `\`\`\`x"onload="\n${markup}\n\`\`\``,
    `| a |\n|---|\n| ${markup} |`,
    `[${markup}](integrate.md)`,
    `[a](integrate.md "${markup}")`,
    `- **\`${markup}\`**`,
  ])
    expect(htmlOf(markdown)).not.toMatch(/<(img|script)|<[^>]*\son\w+="/);
});

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '&#106;avascript:alert(1)',
])('a link to %s stays text', (target) => {
  expect(htmlOf(`[a](${target})`)).not.toContain('<a');
});

/** The elements and attributes that the renderer makes. */
const made =
  /<\/?(?:p|a|ul|ol|li|h[1-6]|table|thead|tbody|tr|th|td|strong|em|s|code|pre|div|figure|figcaption|span|br|hr|blockquote)(?: (?:href|rel|id|class|tabindex|role|aria-label|start|title|data-language)="[^"<>]*")*>/g;

test('whatever the Markdown, the HTML has only known elements and attributes', () => {
  const pieces = fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      "'",
      '&',
      '`',
      '```',
      '\n',
      '#',
      '|',
      '---',
      '[',
      '](',
      ')',
      '**',
      '_',
      '- ',
      '1. ',
      '> ',
      '<br>',
    ],
    ...['<script>', 'onerror=x', 'javascript:', 'x', ' ', '\\', '{base_url}', '.md', '![', '~~', '&#60;'],
  );
  const markdown = fc.array(pieces, { maxLength: 40 }).map((list) => list.join(''));
  fc.assert(
    fc.property(markdown, (text) => {
      const rest = htmlOf(text)
        .replace(made, '')
        .replace(/<img src="[^"]*" alt="[^"]*">/g, '');
      expect(rest).not.toMatch(/[<>]/);
    }),
    { numRuns: 500 },
  );
});

test('the policy forbids styles in attributes, so cells are aligned by a class', () => {
  expect(htmlOf('| a |\n|--:|\n| 1 |')).toContain('<td class="right">1</td>');
  expect(htmlOf('| a |\n|--:|\n| 1 |')).not.toContain('style');
});

test('headings have the anchors that GitHub gives them, and repeated headings get numbers', () => {
  const { headings } = render('## 1. HTTP, for every `endpoint`\n\n## Same\n\n## Same');
  expect(headings.map(({ id }) => id)).toEqual(['1-http-for-every-endpoint', 'same', 'same-1']);
});

test('links to pages lead to their addresses, and other sites do not learn where the reader was', () => {
  expect(htmlOf('[a](webhooks.md#try-it)')).toContain('href="{base_path}/docs/webhooks#try-it"');
  expect(htmlOf('[a](index.md)')).toContain('href="{base_path}/docs"');
  expect(htmlOf('[a]({base_url}/openapi.json)')).toContain('href="{base_url}/openapi.json"');
  expect(htmlOf('[a](https://example.com/x.md)')).toContain(
    'href="https://example.com/x.md" rel="noreferrer"',
  );
});

test('a picture of the documentation is part of the page, and any other picture is its text', () => {
  expect(htmlOf('![The way](pictures/architecture.svg)')).toContain('<img src="data:image/svg+xml,');
  for (const other of ['', '.', '../package.json', 'https://example.com/a.svg'])
    expect(htmlOf(`![a & b](${other})`).trim()).toBe('<p>a &#38; b</p>');
});

test('one block for each language becomes a group of examples, and other blocks stay alone', () => {
  const blocks = languages.map(([language]) => `\`\`\`${language}\nx\n\`\`\``);
  expect(htmlOf(blocks.join('\n\n')).match(/<figure/g)).toHaveLength(languages.length);
  expect(htmlOf(blocks.slice(1).join('\n\n'))).not.toContain('<figure');
});

test('a header cell without a text becomes an ordinary cell', () => {
  expect(htmlOf('| a | |\n|---|---|\n| 1 | 2 |')).toMatch(/<th>a<\/th>\s*<td><\/td>/);
});

test('text becomes code whatever characters it has', () => {
  for (const text of ['a', '`', '``x`', '<b>', '*a*'])
    expect(htmlOf(code(text))).toBe(
      `<p><code>${text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code></p>\n`,
    );
});

test('plain text and first sentences have no marks', () => {
  expect(plain('**A** [b](c.md) `d`\n# e')).toBe('A b d e');
  expect(firstSentence('```sh\nx\n```\n\nThe first sentence of a page. The second.')).toBe(
    'The first sentence of a page.',
  );
});
