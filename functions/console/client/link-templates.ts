import { namedList } from './named-list.ts';

/** The form of a payment link under a name, as a person has filled it in. An empty amount is asked for each time. */
export interface LinkTemplate {
  name: string;
  amount: string;
  currency: string;
  text: string;
  reference: string;
  uses: string;
  /** For how many days the link can be paid; empty for ever. */
  life: string;
}

/** The most templates of a user at a merchant. */
const mostTemplates = 20;

const fields = ['name', 'amount', 'currency', 'text', 'reference', 'uses', 'life'] as const;

/** The longest text of a link, in characters. */
const longest = 1024;

const isTemplate = (template: unknown): template is LinkTemplate =>
  fields.every((field) => {
    const value = (Object(template) as Partial<LinkTemplate>)[field];
    return typeof value === 'string' && value.length <= longest;
  });

/**
 * This browser keeps the templates, like saved views. The merchant's item stays small without them, as each payment reads
 * it.
 */
export const linkTemplates = namedList('templates', isTemplate, mostTemplates);
