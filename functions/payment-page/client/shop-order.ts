import type { PageData } from '../page-data.ts';

/** Options that a merchant's page may add through `sdk.js`. */
export interface ShopOrder {
  test?: object;
  custom?: unknown;
  plan?: unknown;
  unplanned?: unknown;
  capture?: unknown;
}

/** The other terms of the payment. A link that the merchant's server has made has its own terms instead. */
export function orderFields(
  { linkId, text, reference, recurring }: Pick<PageData, 'linkId' | 'text' | 'reference' | 'recurring'>,
  { custom, plan, unplanned, capture }: ShopOrder,
) {
  if (linkId) return { linkId };
  return {
    text,
    custom: customOf(custom, reference),
    plan,
    unplanned: unplanned ?? (recurring ? { merchant: true } : undefined),
    capture,
  };
}

/** Adds the link's reference to the merchant's own data if the data is an object. */
function customOf(custom: unknown, reference: string | undefined): unknown {
  if (reference === undefined) return custom;
  return typeof custom === 'object' && custom !== null && !Array.isArray(custom)
    ? { reference, ...custom }
    : (custom ?? { reference });
}
