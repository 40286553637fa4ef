/** The anchor of a heading, as GitHub makes it. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Writes text as code in Markdown, whatever characters it contains. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** Writes a block of code in Markdown. */
export function codeBlock(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Keeps Markdown within one cell of a table. */
export const cell = (markdown: string): string => markdown.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

/** Indents the lines after the first, so that Markdown stays within one item of a list. */
export const indent = (markdown: string, by = '  '): string => markdown.replace(/\n(?=.)/g, `\n${by}`);

/** Markdown without its marks, in one line. */
export const plain = (markdown: string): string =>
  markdown
    .replace(/```.*?```/gs, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|^#+ |^[-|] |^\|.*\|$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The first sentence of the first paragraph, in plain text. */
export function firstSentence(markdown: string): string {
  const paragraph = markdown.split(/\n{2,}/).find((part) => /^[^#`|<-]/.test(part.trim())) ?? '';
  const text = plain(paragraph);
  return /^.{20,}?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
