import type { RouteName } from '../../routes.ts';
import type { Operation } from '../operation.ts';
import { acquirers } from './acquirers.ts';
import { alerts } from './alerts.ts';
import { apps } from './apps.ts';
import { cards } from './cards.ts';
import { customer } from './customer.ts';
import { docs } from './docs.ts';
import { hello } from './hello.ts';
import { lines } from './lines.ts';
import { links } from './links.ts';
import { members } from './members.ts';
import { merchants } from './merchants.ts';
import { paymentPage } from './payment-page.ts';
import { transactions } from './transactions.ts';
import { webhooks } from './webhooks.ts';

/** The descriptions of all routes of `lib/routes.ts`. A route without a description does not compile. */
export const operations: Readonly<Record<RouteName, Operation>> = {
  ...apps,
  ...merchants,
  ...members,
  ...lines,
  ...transactions,
  ...cards,
  ...alerts,
  ...links,
  ...webhooks,
  ...customer,
  ...acquirers,
  ...paymentPage,
  ...hello,
  ...docs,
};
