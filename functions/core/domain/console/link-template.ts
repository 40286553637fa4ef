import { createHash } from 'node:crypto';
import type { Id } from '../id.ts';

/** The terms of payment links under a name, which the people of a merchant share. */
export interface LinkTemplate {
  name: string;
  /** In minor units; absent if people enter it for each link. */
  amount?: number;
  currency: string;
  text?: string;
  reference?: string;
  /** How often a link can be paid; absent for any number of times. */
  uses?: number;
  /** For how many days a link can be paid; absent for ever. */
  days?: number;
}

/** The most templates of a merchant. */
export const mostTemplates = 30;

/** A merchant's template has the id of its name, so that there is one for each name. */
export const templateId = (merchantId: Id, name: string): Id =>
  createHash('sha256').update(`${merchantId}\n${name}`).digest('hex').slice(0, 24);
