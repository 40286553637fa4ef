import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../root.ts';
import type { Group, Page } from '../page.ts';

/** The page with the rules for releases, and a page for each kind of change of each release, as one page would be too large. */
export function changelog(): Group {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const [rules = '', ...releases] = text.replace(/^# .*\n+/, '').split(/^## (?=Unreleased|\d)/m);
  const listed = releases.flatMap(changesOf);
  return {
    title: 'Releases',
    pages: [
      {
        name: 'changelog',
        title: 'Changelog and release notes',
        description: 'The changes of each release, and the rules of backward compatibility.',
        markdown: [
          rules.trim(),
          '## Releases',
          listed.map(({ name, title }) => `- [${title}](${name}.md)`).join('\n'),
        ].join('\n\n'),
      },
    ],
    listed,
  };
}

function changesOf(release: string): Page[] {
  const [head = '', ...kinds] = release.split(/^### /m);
  const [title = '', introduction = ''] = head.split(/\n(.*)/s);
  const [version = ''] = title.split(' ');
  return kinds.map((text) => {
    const [kind = '', changes = ''] = text.split(/\n(.*)/s);
    return {
      name: `changelog-${version}-${kind}`.toLowerCase(),
      title: `${kind}: ${title}`,
      description: `${kind} in the release ${version}.`,
      markdown: `${introduction.trim()}\n\n${changes.trim()}`.trim(),
      unsearched: true,
    };
  });
}
