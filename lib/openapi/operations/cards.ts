import { responses } from '../../../schemas/responses.ts';
import { errors, json } from '../answers.ts';
import type { Operations } from '../operation.ts';

const { Invalid, Forbidden, NotFound } = errors;

export const cards = {
  'POST /merchants/{merchantId}/cards': {
    tag: 'Cards',
    summary: 'Save a card',
    description:
      'Saves the card of a successful transaction of this merchant. Deprecated: create transactions from the earlier transaction instead.',
    deprecated: true,
    body: { schema: 'cardCreate', as: 'api' },
    answers: {
      201: json('Saved', responses.cardCreated),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
  },

  'GET /cards/{cardId}': {
    tag: 'Cards',
    summary: 'A saved card',
    description:
      'The first and last digits, the expiry and the scheme of the card. The full number is not stored.',
    deprecated: true,
    answers: { 200: json('The card', responses.cardAnswer), 403: Forbidden, 404: NotFound },
  },
} satisfies Operations;
