import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquirerNames } from '../../../functions/core/acquirer/names.ts';
import { guide } from '../../openapi/guide/index.ts';
import { root } from '../../root.ts';
import type { Group, Page } from '../page.ts';
import { firstSentence } from '../render/text.ts';

/** The files under `docs/` that are pages, in the order of reading. */
const chapters: readonly { title: string; files: readonly string[] }[] = [
  { title: 'For merchants', files: ['merchants', 'console'] },
  {
    title: 'Take payments',
    files: [
      'integrate',
      'payment-link',
      'inline-fields',
      'methods',
      'recurring',
      'refunds',
      'disputes',
      'webhooks',
    ],
  },
  {
    title: 'Develop',
    files: [
      'authentication',
      'client',
      'cli',
      'agents',
      'testing',
      'amounts',
      'errors',
      'migrate',
      'glossary',
    ],
  },
  { title: 'Real money', files: ['not-included', 'live-payments', 'pci-dss', 'lives', 'finance', 'seals'] },
  {
    title: 'Run Florin',
    files: [
      'operate',
      'settings',
      'releases',
      'monitoring',
      'jobs',
      'recovery',
      'costs',
      'scale',
      'architecture',
      'security',
      'personal-data',
      'local',
    ],
  },
];

/** The sections of the OpenAPI document's guide that are pages of their own, by their headings, with the names of the pages. */
const parts: Readonly<Record<string, string>> = {
  'The life of a transaction': 'transactions',
  'The checkout API': 'customers-side',
};

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Titles that replace those of the files, which would say too little in a list of pages. */
const titles: Readonly<Record<string, string>> = {
  'live-payments': `Live payments with ${acquirerNames.map(capitalized).join(', ')}`,
  integrate: 'Take payments in a shop',
  'customers-side': 'The checkout API of browsers and apps, and 3-D Secure',
  'payment-link': 'Payment links and saved cards',
  local: 'Work on Florin locally',
};

/** Replaces the addresses of a laptop by those of the Florin that serves the site to the reader. */
const toReader = (markdown: string): string =>
  markdown.replaceAll('http://localhost:3000', '{base_url}').replaceAll('http://localhost:3001', '{pos_url}');

/**
 * Guides answer more searches than pages about one subject, so they count more. Background for few readers counts
 * least.
 */
const weights: Readonly<Record<string, number>> = { lives: 0.7, local: 0.7, 'wire-contract': 0.7 };
const guideWeight = 1.4;

/** Makes the page of a file under `docs/`. */
export const fromDocs = (file: string, name = file): Page =>
  fromMarkdown(name, readFileSync(join(root, 'docs', `${file}.md`), 'utf8'));

function fromMarkdown(name: string, text: string): Page {
  const [, title = '', markdown = ''] = /^#+ ([^\n]*)\n(.*)$/s.exec(text.trim()) ?? [];
  return {
    name,
    title: titles[name] ?? title,
    description: firstSentence(markdown),
    markdown: markdown.trim(),
    weight: weights[name] ?? guideWeight,
  };
}

/** The landing page: the quick start, with the reader's own addresses. */
export function quickStart(): Page {
  const page = fromDocs('quick-start');
  return { ...page, name: 'index', markdown: toReader(page.markdown) };
}

export const guides = (): Group[] =>
  chapters.map(({ title, files }) => ({ title, pages: files.map((file) => fromDocs(file)) }));

/** The rules for more than one operation. */
export function conventions(): Page[] {
  const sections = guide.split(/^(?=## )/m);
  const named = Object.entries(parts).map(([title, name]) =>
    fromMarkdown(
      name,
      (sections.find((section) => section.startsWith(`## ${title}\n`)) ?? '').replace(/^### /gm, '## '),
    ),
  );
  // The other sections, up to the one about the checkout API, are the conventions, with their headings.
  const others = sections.slice(1).filter((section) => !/^## (The |Testing|Codes)/.test(section));
  const hello = toReader(readFileSync(join(root, 'docs/hello-world.md'), 'utf8'));
  return [
    {
      name: 'conventions',
      title: 'Conventions',
      description:
        'Requests, answers, ids, dates, lists and pagination, filters, idempotency, errors and limits.',
      markdown: others
        .join('')
        .replace(/^## Conventions\n+/, '## Requests and answers\n\n')
        .replace('## Lists', '## Lists and pagination')
        .trim(),
    },
    ...named,
    fromMarkdown('hello-world', hello),
    fromDocs('wire-contract'),
  ];
}
