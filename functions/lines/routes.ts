import { responses } from '../../schemas/responses.ts';
import { errors, json, list } from '../../schemas/route/answers.ts';
import { bookingFilters, pagination } from '../../schemas/route/parameters.ts';
import type { PublicRow } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound } = errors;

export const routes = [
  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/lines',
    entry: 'lines/list',
    authorization: 'key',
    table: ['GetItem'],
    index: true,
    pending: true,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'lines.list' },
    tag: 'Lines',
    summary: 'The lines of a merchant',
    description:
      "The merchant's ledger: a line for each capture, refund, lost dispute and payout, and for each other entry of a live merchant's acquirer. The sum of their `balance` is the merchant's balance.",
    parameters: [...pagination, ...bookingFilters],
    answers: { 200: list('Lines', responses.line), 400: Invalid, 403: Forbidden, 404: NotFound },
    tests: ['api/http/lists', 'api/payment', 'api/http/pages'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/lines/{lineId}',
    entry: 'lines/get',
    authorization: 'key',
    table: ['GetItem'],
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'lines.get' },
    tag: 'Lines',
    summary: 'A line',
    description:
      'An entry of the merchant’s ledger, with the exchange rate that was used if the currencies differ.',
    answers: {
      200: json('The line itself, without a field `line` around it', responses.line),
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/payment', 'api/access'],
  },
] as const satisfies readonly PublicRow[];
