import type { CfnElement } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { Route } from '../routes.ts';

/** Names the resource in the template, without the hash that CDK adds, so that people and tests can find it. */
export function setLogicalId(construct: IConstruct, id: string): void {
  (construct.node.defaultChild as CfnElement).overrideLogicalId(id);
}

/** `PUT /merchants/{merchantId}` → `PutMerchantsMerchantId`; `GET /session` of the console → `ConsoleGetSession`. */
export const logicalIdOf = ({ api, method, path }: Pick<Route, 'api' | 'method' | 'path'>): string =>
  wordsOf(`${api === 'console' ? 'console ' : ''}${method.toLowerCase()} ${path}`);

/** The first folder of an entry in words: `payment-page/get` → `PaymentPage`, `console/sessions/get` → `Console`. */
export const folderWords = (entry: string): string => wordsOf(entry.replace(/\/.*/, ''));

/** Joins the words of a text, each with a capital letter: `payment-page` → `PaymentPage`. */
export function wordsOf(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
