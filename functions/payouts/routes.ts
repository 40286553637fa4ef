import { responses } from '../../schemas/responses.ts';
import { errors, json, list } from '../../schemas/route/answers.ts';
import { pagination } from '../../schemas/route/parameters.ts';
import type { PublicRow } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound } = errors;

export const routes = [
  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/payouts',
    entry: 'payouts/list',
    authorization: 'key',
    own: true,
    table: ['GetItem'],
    index: true,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'payouts.list' },
    tag: 'Lines',
    summary: 'The payouts of a merchant',
    description: `Lists the payouts of the merchant's balance, newest first. Payouts of early versions of Florin
are in the list of lines only.`,
    parameters: pagination,
    answers: { 200: list('Payouts', responses.payout), 400: Invalid, 403: Forbidden, 404: NotFound },
    tests: ['slow/payouts', 'slow/live/payouts', 'api/payout', 'api/http/pages'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/payouts/{payoutId}',
    entry: 'payouts/get',
    authorization: 'key',
    own: true,
    table: ['GetItem'],
    index: true,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'payouts.get', gives: 'payout' },
    tag: 'Lines',
    summary: 'A payout, with its lines',
    description: `The lines explain the amount: \`net\` is the sum of their \`balance\`, and \`amount\` = \`carried.in\` + \`net\` − \`carried.out\`.
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
    tests: ['slow/payouts', 'slow/live/payouts', 'api/payout', 'api/rivals'],
  },
] as const satisfies readonly PublicRow[];
