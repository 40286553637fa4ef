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

  'GET /merchants/{merchantId}/payouts': {
    tag: 'Lines',
    summary: 'The payouts of a merchant',
    description: `The payouts of its balance to its bank account. Those that were made before Florin kept them are lines only.`,
    parameters: pagination,
    answers: { 200: list('Payouts', responses.payout), 400: Invalid, 403: Forbidden, 404: NotFound },
  },

  'GET /payouts/{payoutId}': {
    tag: 'Lines',
    summary: 'A payout, with its lines',
    description: `Its lines add up to it: \`amount\` = \`carried.in\` + the sum of their \`balance\` − \`carried.out\`. The nightly check of
the ledger compares the two. Without parameters the answer has the newest 100 lines; the parameters of lists give
others, and the \`id\` of the last line is the \`before\` of the next page. Each line is in one payout at most.

A test merchant is paid out by the stage, as is a live one without an acquirer: each payout covers every line since the
one before. For other live merchants the acquirer says which lines a payout contains, some time after it was made.`,
    parameters: pagination.map((parameter) => ({ ...parameter, required: false })),
    answers: {
      200: json('The payout', responses.payoutAnswer),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
  },
} satisfies Operations;
