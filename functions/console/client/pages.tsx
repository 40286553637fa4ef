import type { ComponentType } from 'preact';
import { Payment } from './pages/payment.tsx';
import { Payments } from './pages/payments.tsx';
import type { PageProps } from './router.ts';

/** The pages by the first segment of their path: the list, and one of its entries. */
const pages: Record<string, { list: ComponentType<PageProps>; one?: ComponentType<PageProps> }> = {
  payments: { list: Payments, one: Payment },
};

/** The page at a path, or undefined. */
export function pageAt([section = 'payments', id, ...more]: readonly string[]):
  | ComponentType<PageProps>
  | undefined {
  const found = Object.hasOwn(pages, section) ? pages[section] : undefined;
  if (more.length > 0) return undefined;
  return id === undefined ? found?.list : found?.one;
}
