import type { ComponentType } from 'preact';
import { Audit } from './pages/audit.tsx';
import { DisputePage, Disputes } from './pages/disputes.tsx';
import { Ledger } from './pages/ledger.tsx';
import { LinkPage } from './pages/link.tsx';
import { Links } from './pages/links.tsx';
import { Overview } from './pages/overview.tsx';
import { Payment } from './pages/payment.tsx';
import { Payments } from './pages/payments.tsx';
import { PayoutPage, Payouts } from './pages/payouts.tsx';
import { People } from './pages/people.tsx';
import { Sessions } from './pages/sessions.tsx';
import { Settings } from './pages/settings.tsx';
import { WebhookPage } from './pages/webhook.tsx';
import { Webhooks } from './pages/webhooks.tsx';
import type { PageProps } from './router.ts';

/** The pages by the first segment of their path: the list, and one of its entries. */
const pages: Record<string, { list: ComponentType<PageProps>; one?: ComponentType<PageProps> }> = {
  overview: { list: Overview },
  payments: { list: Payments, one: Payment },
  links: { list: Links, one: LinkPage },
  disputes: { list: Disputes, one: DisputePage },
  payouts: { list: Payouts, one: PayoutPage },
  ledger: { list: Ledger },
  people: { list: People },
  webhooks: { list: Webhooks, one: WebhookPage },
  audit: { list: Audit },
  settings: { list: Settings },
  sessions: { list: Sessions },
};

/** The page at a path, or undefined. */
export function pageAt([section = 'overview', id, ...more]: readonly string[]):
  | ComponentType<PageProps>
  | undefined {
  const found = Object.hasOwn(pages, section) ? pages[section] : undefined;
  if (more.length > 0) return undefined;
  return id === undefined ? found?.list : found?.one;
}
