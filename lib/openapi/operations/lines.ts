import { responses } from '../../../schemas/responses.ts';
import { errors, json, list } from '../answers.ts';
import type { Operations } from '../operation.ts';
import { pagination } from '../parameters.ts';

const { Invalid, Forbidden, NotFound } = errors;

export const lines = {
  'GET /merchants/{merchantId}/lines': {
    tag: 'Lines',
    summary: 'The lines of a merchant',
    description:
      "The merchant's ledger: a line for each capture, refund, dispute lost and payout, and of real money for whatever else its acquirer books. Their `balance` adds up to the merchant's.",
    parameters: pagination,
    answers: { 200: list('Lines', responses.line), 400: Invalid, 403: Forbidden, 404: NotFound },
  },

  'GET /lines/{lineId}': {
    tag: 'Lines',
    summary: 'A line',
    answers: { 200: json('The line, in no wrapper', responses.line), 403: Forbidden, 404: NotFound },
  },
} satisfies Operations;
