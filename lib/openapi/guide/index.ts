import { codes } from './codes.ts';
import { conventions } from './conventions.ts';
import { customer } from './customer.ts';
import { disputes } from './disputes.ts';
import { hello } from './hello.ts';
import { testing } from './testing.ts';

/** What holds for more than one route, in Markdown. */
export const guide = `
Authorize, capture, refund and void card payments in any currency; every merchant has a ledger that adds up.

| | | |
|---|---|---|
| Merchants' servers | \`{base_url}\` | HTTP Basic: an empty user name, the API key as password |
| The customer's side | \`{pos_url}\` | Public, called from browsers and apps |
| Hello-world | \`{base_url}/api\` | HTTP Basic and Digest |

To begin: create an app, with it a test merchant, pay on the customer's side, and capture the transaction.

${[conventions, disputes, customer, testing, codes, hello].map((part) => part.trim()).join('\n\n')}
`.trim();
