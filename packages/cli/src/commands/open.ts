import { localUrl, profileName, urlIn } from '../account.ts';
import { openInBrowser } from '../browser.ts';
import type { Command, Input } from '../command.ts';
import { consoleUrlOf } from '../places.ts';
import { readProfile } from '../profiles.ts';

export const open: Command = {
  summary: 'Opens the documentation or the console in a browser',
  arguments: ['[docs|console]'],
  choices: ['docs', 'console'],
  flags: { print: { type: 'boolean', says: 'only prints the address' } },
  notes: 'Without a terminal, and with --json, it only prints the address.',
  async run(input) {
    const [what = 'docs'] = input.positionals;
    const url = addressOf(what, input);
    input.out.result({ url }, url);
    if (input.values.print || input.out.isJson || !process.stdout.isTTY) return;
    openInBrowser(url);
  },
};

function addressOf(what: string, input: Input): string {
  const url = urlIn(input.env);
  const profile = url ? undefined : readProfile(profileName(input), input.env);
  const baseUrl = url ?? profile?.baseUrl ?? localUrl;
  return what === 'docs' ? `${baseUrl}/docs` : consoleUrlOf(input, { baseUrl, ...(profile && { profile }) });
}
