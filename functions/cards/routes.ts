import { responses } from '../../schemas/responses.ts';
import { errors, json } from '../../schemas/route/answers.ts';
import { type PublicRow, read } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound } = errors;

export const routes = [
  {
    api: 'base',
    method: 'POST',
    path: '/merchants/{merchantId}/cards',
    entry: 'cards/create',
    authorization: 'key',
    table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    unvouched: true,
    console: false,
    apps: 'movers',
    verb: { client: 'merchant', name: 'cards.create', gives: 'card' },
    tag: 'Cards',
    summary: 'Save a card',
    description:
      'Saves the card of a successful transaction of this merchant. Deprecated: create transactions from the earlier transaction instead.',
    deprecated: true,
    body: { schema: 'cardCreate', as: 'api' },
    sample: ({ transactionId }) => ({ transactionId }),
    answers: {
      201: json('Saved', responses.cardCreated),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/cards/cards', 'api/idempotency'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/cards/{cardId}',
    entry: 'cards/get',
    authorization: 'key',
    table: ['GetItem'],
    console: false,
    apps: 'everybody',
    verb: { client: 'merchant', name: 'cards.get', gives: 'card' },
    tag: 'Cards',
    summary: 'A saved card',
    description:
      'The first and last digits, the expiry and the scheme of the card. The full number is not stored.',
    deprecated: true,
    answers: { 200: json('The card', responses.cardAnswer), 403: Forbidden, 404: NotFound },
    tests: ['api/cards/cards'],
  },
] as const satisfies readonly PublicRow[];
