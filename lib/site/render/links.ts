import { basename } from 'node:path';

/** A block of code, a picture, inline code, or a link whose text may contain code. Brackets in code are not links. */
const codeOrLink = /```.*?```|!\[[^\]]*\]\([^)\s]+\)|\[((?:`[^`\n]*`|[^\]`])+)\]\(([^)\s]+)\)|`[^`\n]+`/gs;

/**
 * Rewrites links between the Markdown files of the repository into links between pages of the site: `name.md#anchor`.
 * A link to a file that the site does not show becomes plain text.
 */
export const withPageLinks = (markdown: string, names: ReadonlySet<string>): string =>
  markdown.replace(codeOrLink, (whole: string, text?: string, target?: string) => {
    if (text === undefined || target === undefined || /^(https?:|mailto:|#)/.test(target)) return whole;
    const [path = '', anchor] = target.split('#');
    const name = pageOf(path);
    if (!names.has(name)) return text;
    return `[${text}](${name}.md${anchor === undefined ? '' : `#${anchor}`})`;
  });

/** The page that shows a file. Several folders have a README. */
const pageOf = (path: string): string =>
  /(^|\/)examples\/(README\.md)?$/.test(path)
    ? 'examples'
    : /(^|\/)CHANGELOG\.md$/.test(path)
      ? 'changelog'
      : /^(runbooks\/)?README\.md$/.test(path)
        ? 'runbooks'
        : /^\.\.\/(?!docs\/)/.test(path) || !path.endsWith('.md')
          ? ''
          : basename(path, '.md');

/** The address of a page, in front of which the server writes its own path. */
export const addressOf = (name: string): string =>
  name === 'index' ? '{base_path}/docs' : `{base_path}/docs/${name}`;

/** The address of a page for programs that are not on the site. */
export const pageUrl = (name: string): string => `{base_url}/docs${name === 'index' ? '' : `/${name}`}`;
