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
      "The merchant's ledger: a line for each capture, refund, lost dispute and payout, and for each other entry of a live merchant's acquirer. The sum of their `balance` is the merchant's balance.",
    parameters: pagination,
    answers: { 200: list('Lines', responses.line), 400: Invalid, 403: Forbidden, 404: NotFound },
  },

  'GET /lines/{lineId}': {
    tag: 'Lines',
    summary: 'A line',
    description:
      'An entry of the merchant’s ledger, with the exchange rate that was used if the currencies differ.',
    answers: {
      200: json('The line itself, without a field `line` around it', responses.line),
      403: Forbidden,
      404: NotFound,
    },
  },

  'GET /merchants/{merchantId}/postings': {
    tag: 'Lines',
    summary: 'The lines of a merchant, in double entry',
    description: `Each line as postings to accounts, which sum to zero in each currency. The nightly check of the ledger
verifies that.

| account | the amounts that it receives and gives |
|---|---|
| \`merchant:payable\` | the money owed to the merchant; it sums to the merchant's \`balance\`, and in other currencies to those in \`balances\` |
| \`acquirer:receivable\` | receives refunds, gives the payments of customers |
| \`fees:…\` | receives fees of each kind; those of a test merchant are \`fees:processing\` |
| \`disputes\` | receives the money that disputes take, gives reinstated money |
| \`payouts:transit\` | receives payouts, gives failed ones. The ledger does not include the bank account: \`GET /payouts/{payoutId}\` shows the state of a payout |
| \`acquirer:reserves\` | receives the acquirer's reserve, gives released reserve |
| \`acquirer:adjustments\` | receives amounts that the acquirer takes beside payments, such as a monthly fee; gives amounts that come in beside payments, such as a top-up |
| \`exchange\` | receives the money of the sold currency, gives that of the bought one |`,
    parameters: pagination,
    answers: { 200: list('Movements', responses.movement), 400: Invalid, 403: Forbidden, 404: NotFound },
  },

  'GET /merchants/{merchantId}/payouts': {
    tag: 'Lines',
    summary: 'The payouts of a merchant',
    description: `Lists the payouts of the merchant's balance, newest first. Payouts of early versions of Florin
are in the list of lines only.`,
    parameters: pagination,
    answers: { 200: list('Payouts', responses.payout), 400: Invalid, 403: Forbidden, 404: NotFound },
  },

  'GET /payouts/{payoutId}': {
    tag: 'Lines',
    summary: 'A payout, with its lines',
    description: `The lines explain the amount: \`amount\` = \`carried.in\` + the sum of their \`balance\` − \`carried.out\`.
The nightly check of
the ledger compares the two. Without parameters the answer has the newest 100 lines; the parameters of lists give
others, and the \`id\` of the last line is the \`before\` of the next page. Each line is in one payout at most.

The stage pays out test merchants, and live ones without an acquirer: each payout covers every line since the one
before. For other live merchants the acquirer reports the lines of a payout some time after the payout.`,
    parameters: pagination.map((parameter) => ({ ...parameter, required: false })),
    answers: {
      200: json('The payout', responses.payoutAnswer),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
  },
} satisfies Operations;
