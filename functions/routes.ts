import { routes as apps } from './apps/routes.ts';
import { routes as cards } from './cards/routes.ts';
import { routes as consoleRows } from './console/routes.ts';
import { routes as customers } from './customers/routes.ts';
import { routes as deliveries } from './deliveries/routes.ts';
import { routes as disputes } from './disputes/routes.ts';
import { routes as docs } from './docs/routes.ts';
import { routes as frauds } from './frauds/routes.ts';
import { routes as hello } from './hello/routes.ts';
import { routes as lines } from './lines/routes.ts';
import { routes as links } from './links/routes.ts';
import { routes as members } from './members/routes.ts';
import { routes as merchants } from './merchants/routes.ts';
import { routes as months } from './months/routes.ts';
import { routes as paymentPage } from './payment-page/routes.ts';
import { routes as payments } from './payments/routes.ts';
import { routes as payouts } from './payouts/routes.ts';
import { routes as postings } from './postings/routes.ts';
import { routes as transactions } from './transactions/routes.ts';
import { routes as vault } from './vault/routes.ts';
import { routes as webhooks } from './webhooks/routes.ts';

/** The row of every public route, in the order of the specification, but for those of acquirers (`acquirers/routes.ts`). */
export const publicRows = [
  ...apps,
  ...merchants,
  ...members,
  ...lines,
  ...postings,
  ...payouts,
  ...months,
  ...transactions,
  ...cards,
  ...links,
  ...customers,
  ...paymentPage,
  ...disputes,
  ...frauds,
  ...webhooks,
  ...deliveries,
  ...vault,
  ...payments,
  ...hello,
  ...docs,
] as const;

/** The rows of the routes that only the console has. */
export { consoleRows };
