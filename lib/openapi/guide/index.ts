import { readFileSync } from 'node:fs';
import { tables } from './codes.ts';

/** The Markdown files of this folder, in the order in which they are read. */
const parts = ['introduction', 'conventions', 'transactions', 'customer', 'testing', 'codes', 'hello'];

/** The guide to more than one route, in Markdown. */
export const guide = parts
  .map((part) => readFileSync(new URL(`${part}.md`, import.meta.url), 'utf8').trim())
  .join('\n\n')
  .replace(/<!-- table: (\w+) -->/g, (_, name: string) => tableOf(name));

function tableOf(name: string): string {
  const table = tables[name];
  if (!table) throw new Error(`lib/openapi/guide/codes.ts has no table ${name}`);
  return table;
}
