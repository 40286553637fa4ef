/**
 * `npx tsx lib/recorders/events/record.ts` records an event for each function into `.events/`, and copies those that the documentation shows to
 * `test/events/`, which is in git.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOrUsage } from '../../command-line.ts';
import { root } from '../../root.ts';
import { recordEvents } from './record-events.ts';

const { values: flags } = optionsOrUsage('npx tsx lib/recorders/events/record.ts [--to FOLDER]', {
  options: {
    /** The folder to write to. The events that the documentation shows are copied only without this option. */
    to: { type: 'string' },
  },
});

const folder = flags.to ?? join(root, '.events');
const { answers, items } = await recordEvents(folder);
if (!flags.to)
  for (const name of ['GetMe', 'PostTransactionsTransactionIdCaptures'])
    copyFileSync(join(folder, `${name}.json`), join(root, 'test/events', `${name}.json`));
console.log(`${Object.keys(answers).length} functions, ${items.length} items`);
