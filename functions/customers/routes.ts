import { responses } from '../../schemas/responses.ts';
import { errors, list, nothing } from '../../schemas/route/answers.ts';
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
] as const satisfies readonly PublicRow[];
