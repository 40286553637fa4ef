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

  'GET /merchants/{merchantId}/postings': {
    tag: 'Lines',
    summary: 'The lines of a merchant, in double entry',
    description: `Each line as postings to accounts, which sum to zero in each currency. The nightly check of the ledger proves that.

| account | what it receives |
|---|---|
| \`merchant:payable\` | what is owed to the merchant: it sums to the merchant's \`balance\`, and to that of other currencies in \`balances\` |
| \`acquirer:receivable\` | refunds; it gives what customers have paid |
| \`fees:…\` | fees, by their kind; those of a test merchant are \`fees:processing\` |
| \`disputes\` | what disputes take; it gives back what is reinstated |
| \`payouts:transit\` | payouts; it gives back those that failed. The ledger does not see the bank account: where a payout is says \`GET /payouts/{payoutId}\` |
| \`acquirer:reserves\` | what the acquirer holds in reserve; it gives what is released |
| \`acquirer:adjustments\` | what the acquirer takes beside payments, as a monthly fee; it gives what comes in so, as a top-up |
| \`exchange\` | the money of one currency that is sold; it gives that of the other, which is bought |`,
    parameters: pagination,
    answers: { 200: list('Movements', responses.movement), 400: Invalid, 403: Forbidden, 404: NotFound },
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
