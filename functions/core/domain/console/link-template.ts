import { createHash } from 'node:crypto';
import type { Id } from '../id.ts';
import { comparedName } from './template-name.ts';

/** Terms for payment links that are stored under a name, and shared by a merchant's users. */
export interface LinkTemplate {
  name: string;
  /** In minor units; absent if users enter it for each link. */
  amount?: number;
  currency: string;
  text?: string;
  reference?: string;
  /** How often a link can be paid; absent for any number of times. */
  uses?: number;
  /** For how many days a link can be paid; absent for ever. */
  days?: number;
  /** The types of the merchant's methods that can pay a link beside cards; absent for all of them. */
  methods?: readonly string[];
}

/** The most templates of a merchant. */
export const mostTemplates = 30;

/** The id of a template is made from its name, so that a merchant has only one template of each name. */
export const templateId = (merchantId: Id, name: string): Id =>
  createHash('sha256')
    .update(`${merchantId}\n${comparedName(name)}`)
    .digest('hex')
    .slice(0, 24);
