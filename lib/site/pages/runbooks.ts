import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../root.ts';
import type { Group, Page } from '../page.ts';
import { fromDocs } from './guides.ts';

const pageOf = (file: string, name = file): Page => ({
  ...fromDocs(`runbooks/${file}`, name),
  unsearched: true,
});

/**
 * The runbooks, each at the address that the text of its alarm has. The search leaves them out: their words are those of
 * the guides for merchants and developers, who would find a runbook in place of their guide.
 */
export function runbooks(): Group {
  const names = readdirSync(join(root, 'docs/runbooks')).map((file) => file.replace('.md', ''));
  const listed = names.filter((name) => name !== 'README').sort();
  return {
    title: 'Alarms',
    pages: [pageOf('README', 'runbooks')],
    listed: listed.map((name) => pageOf(name)),
  };
}
