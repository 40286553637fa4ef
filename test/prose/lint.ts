/**
 * Holds comments, pages, messages, titles of tests and commit subjects to the rules of CONTRIBUTING.md that a machine can
 * check: sentences name who acts, and subjects have at most 72 characters. Vale and textlint were considered: Vale is a program that npm does not
 * carry, and textlint reads no comments of TypeScript.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { commentsOf, faultsIn, hashCommentsOf, type Piece, paragraphsOf, subjectFaults } from './rules.ts';
import { jsonTextsOf, textsOf, titlesOf } from './strings.ts';

const git = (...command: string[]): string[] =>
  execFileSync('git', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

const readers: readonly [RegExp, Parameters<typeof faultsIn>[1], (text: string) => Piece[]][] = [
  // Generated comments are texts of the OpenAPI document.
  [/(?<!\.generated)\.([cm]?[jt]sx?|css|php)$/, 'comment', commentsOf],
  [/(\.(py|ya?ml|toml)|^\.ci\/(run|nightly))$/, 'comment', hashCommentsOf],
  [/\.md$/, 'text', paragraphsOf],
  [/(^|\/)messages\/(console\/)?en\.json$/, 'label', jsonTextsOf],
  [/^(functions|lib|packages|schemas)\/.*(?<!\.generated)\.tsx?$/, 'text', textsOf],
  [/\.test\.ts$/, 'title', titlesOf],
];

/** Subjects of commits that `main` does not have yet; on `main` itself, of the newest ones. Never of merges. */
function subjects(): string[] {
  const log = (...range: string[]) => git('log', '--no-merges', '--format=%s', ...range);
  for (const main of ['origin/main', 'main']) {
    try {
      const added = log(`${main}..HEAD`);
      if (added.length > 0) return added;
    } catch {
      // A shallow clone of another branch has no main.
    }
  }
  try {
    return log('--max-count=20');
  } catch {
    return [];
  }
}

/** The files that belong to the project, also new ones. Without a repository, all but those of installations and builds. */
function projectFiles(): string[] {
  try {
    const deleted = new Set(git('ls-files', '--deleted'));
    const listed = new Set(git('ls-files', '--cached', '--others', '--exclude-standard'));
    return [...listed].filter((file) => !deleted.has(file));
  } catch {
    return readdirSync('.', { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        !/(^|\/)(node_modules|cdk\.out|\.git|\.venv|\.florin)\//.test(path) && statSync(path).isFile(),
    );
  }
}

const faults = [
  ...projectFiles().flatMap((file) => {
    return readers.flatMap(([name, kind, read]) =>
      name.test(file)
        ? read(readFileSync(file, 'utf8')).flatMap(({ line, text }) =>
            faultsIn(text, kind).map((fault) => `${file}:${line}: ${fault}`),
          )
        : [],
    );
  }),
  ...subjects().flatMap(subjectFaults),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`\n${faults.length} faults of prose. Name who acts: "The worker retries the capture".`);
  process.exitCode = 1;
}
