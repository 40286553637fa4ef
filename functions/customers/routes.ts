import { responses } from '../../schemas/responses.ts';
import { errors, json, list, nothing } from '../../schemas/route/answers.ts';
import { pagination } from '../../schemas/route/parameters.ts';
import type { PublicRow } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound } = errors;
const tag = 'Payment links';

export const routes = [
  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/customers/{customer}/cards',
    entry: 'customers/list-cards',
    authorization: 'key',
    own: true,
    table: ['GetItem'],
    index: true,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'customerCards.list' },
    tag,
    summary: 'The saved cards of a customer',
    description:
      'The cards, ten at most, that the customer has agreed to save on the page of a link with this `customer`, masked. The list is empty if there are none.',
    parameters: pagination,
    answers: {
      200: list('Cards', responses.customerCard),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/cards/customer-cards', 'api/strangers'],
  },

  {
    api: 'base',
    method: 'DELETE',
    path: '/merchants/{merchantId}/customers/{customer}/cards/{cardId}',
    entry: 'customers/delete-card',
    authorization: 'key',
    own: true,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    console: { roles: 'movers', stepUp: false, audit: 'removeCard' },
    verb: { client: 'merchant', name: 'customerCards.delete' },
    tag,
    summary: 'Delete a saved card of a customer',
    description: 'Nobody can pay with the card any more, not even on a page that already shows it.',
    answers: { 204: nothing('Forgotten'), 403: Forbidden, 404: NotFound },
    tests: ['api/cards/customer-cards', 'api/strangers'],
  },
  {
    api: 'base',
    method: 'PUT',
    path: '/merchants/{merchantId}/erasures',
    entry: 'customers/erase',
    authorization: 'key',
    own: true,
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    index: true,
    console: { roles: 'owners', stepUp: true, audit: 'eraseCustomer' },
    verb: { client: 'merchant', name: 'customers.erase' },
    tag,
    summary: 'Erase a customer',
    description: `Finds everything of the merchant that names a person, and removes it: payer, receipts, saved cards, the texts of
payments, links, events, deliveries and requests in the audit log. Amounts, ids, card digits and the number of the order stay.
Name the person by \`email\`, or by \`customer\`, your own id in payment links.

A request works for some seconds. While \`next\` is not null, send the same request again with \`next\` as \`cursor\`. A repeat does
no harm. \`waiting\` counts payments that an open operation, an open dispute or a recent reference keeps: erase the person
again later. [What stays](/docs/personal-data#erasure) is in the documentation.`,
    body: { schema: 'personNamed', as: 'api' },
    sample: () => ({ email: 'nobody@example.com' }),
    answers: {
      200: json('The numbers of erased objects', responses.customerErased),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/customers', 'api/rivals'],
  },

  {
    api: 'base',
    method: 'PUT',
    path: '/merchants/{merchantId}/disclosures',
    entry: 'customers/disclose',
    authorization: 'key',
    own: true,
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    index: true,
    posUrl: true,
    console: { roles: 'owners', stepUp: true, audit: 'discloseCustomer' },
    verb: { client: 'merchant', name: 'customers.disclose' },
    tag,
    summary: 'Disclose a customer',
    description: `Everything of the merchant that names a person, for a request of access: the same that
\`PUT /merchants/{merchantId}/erasures\` erases. It changes nothing. While \`next\` is not null, send the same request again
with \`next\` as \`cursor\`, and join the lists.`,
    body: { schema: 'personNamed', as: 'api' },
    sample: () => ({ email: 'nobody@example.com' }),
    answers: {
      200: json('The objects that name the person', responses.customerDisclosed),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/customers', 'api/rivals'],
  },
] as const satisfies readonly PublicRow[];
