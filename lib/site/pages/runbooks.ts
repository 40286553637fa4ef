import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../root.ts';
import type { Group } from '../page.ts';
import { fromDocs } from './guides.ts';

/**
 * The runbooks, each at the address that the text of its alarm has. The search leaves them out: their words are those of
 * the guides for merchants and developers, who would find a runbook in place of their guide.
 */
export function runbooks(): Group {
  const names = readdirSync(join(root, 'docs/runbooks')).map((file) => file.replace('.md', ''));
  const listed = names.filter((name) => name !== 'README').sort();
  return {
    title: 'Alarms',
    pages: [fromDocs('runbooks/README', 'runbooks')],
    listed: listed.map((name) => fromDocs(`runbooks/${name}`, name)),
    unsearched: true,
  };
}
