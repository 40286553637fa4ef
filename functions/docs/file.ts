import { readFileSync } from 'node:fs';

/** A file of the documentation site, which `lib/build/docs.ts` writes beside the bundle. */
export interface File {
  type: string;
  text: string;
  /** The name contains a hash of the content, so that browsers may keep the file for ever. */
  isImmutable: boolean;
  /** The text has placeholders for the addresses of this Florin. */
  hasAddresses: boolean;
}

const types: Readonly<Record<string, Omit<File, 'text'>>> = {
  html: { type: 'text/html; charset=utf-8', isImmutable: false, hasAddresses: true },
  md: { type: 'text/markdown; charset=utf-8', isImmutable: false, hasAddresses: true },
  txt: { type: 'text/plain; charset=utf-8', isImmutable: false, hasAddresses: true },
  json: { type: 'application/json; charset=utf-8', isImmutable: true, hasAddresses: false },
};

/** Files whose names the documentation promises, so that they have no hash. They contain addresses. */
const named: Readonly<Record<string, Omit<File, 'text'>>> = {
  'postman.json': { type: 'application/json; charset=utf-8', isImmutable: false, hasAddresses: true },
};

/**
 * Finds the file at a path. The path of a page has no file extension. Returns undefined if there is no such file, and
 * for paths with folders.
 */
export function fileOf(name: string): File | undefined {
  // The file system refuses longer names with an error, which would become a 500.
  if (!/^\w[\w.-]{0,99}$/.test(name)) return undefined;
  const extension = /\.(md|txt|json)$/.exec(name)?.[1];
  const text = read(extension ? name : `${name}.html`);
  const type = named[name] ?? types[extension ?? 'html'];
  return text === undefined || !type ? undefined : { ...type, text };
}

/** The page for every path without a file. */
export function missingPage(): File {
  const text = read('-missing.html');
  if (text === undefined) throw new Error('The documentation has no page for unknown paths');
  return { type: 'text/html; charset=utf-8', isImmutable: false, hasAddresses: true, text };
}

/** The script and the style sheet that every page contains. */
export const codeOfPages = () => ({ script: read('main.js') ?? '', style: read('style.css') ?? '' });

function read(name: string): string | undefined {
  try {
    return readFileSync(new URL(`site/${name}`, import.meta.url), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
