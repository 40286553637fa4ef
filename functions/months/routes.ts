import { responses } from '../../schemas/responses.ts';
import { errors, json } from '../../schemas/route/answers.ts';
import { inQuery } from '../../schemas/route/parameters.ts';
import { type PublicRow, read } from '../../schemas/route/row.ts';
import { id } from '../../schemas/types.ts';

const { Invalid, Forbidden, NotFound, Conflict } = errors;
const tag = 'Lines';

/** A month that has ended in every time zone. */
const endedMonth = () => new Date(Date.now() - 33 * 24 * 60 * 60 * 1000).toISOString().slice(0, 7);

export const routes = [
  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/months',
    entry: 'months/list',
    authorization: 'key',
    own: true,
    table: read,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'months.list' },
    tag,
    summary: 'The closed months of a merchant',
    description: `Each closed month with its figures, the newest first: opening balance + the sum of \`kinds\` −
\`fees\` = closing balance, in each currency. \`late\` has the lines of earlier closed months that Florin found afterwards.
\`funds\` are the parts of the balance when the month was closed. \`closing\` is the month that somebody is closing.`,
    answers: {
      200: json('The closed months', responses.months),
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/months', 'api/rivals'],
  },

  {
    api: 'base',
    method: 'PUT',
    path: '/merchants/{merchantId}/months',
    entry: 'months/close',
    authorization: 'key',
    own: true,
    table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    index: true,
    unvouched: true,
    console: { roles: 'bookkeepers', stepUp: false, audit: 'closeMonth' },
    verb: { client: 'merchant', name: 'months.close', gives: 'month' },
    tag,
    summary: 'Close a month',
    description: `Fixes the figures and the lines of a month that has ended, in the merchant's time zone and by \`bookedAt\`. **A
closed month never changes.** A line that is found later belongs to the next month, with \`late: true\`.

Months are closed in their order. The first one can be any of the last 24 months; its opening balance is the sum of all
earlier lines. A request counts some ten thousand lines. With the \`state\` \`closing\` lines are left: send the same request
again until it is \`closed\`. Two requests at the same time close the month once, and a repeat returns the closed month.`,
    body: { schema: 'monthClose', as: 'api' },
    sample: () => ({ month: endedMonth() }),
    answers: {
      200: json('The month: closed, or `closing` if lines are left', responses.monthClosed),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
      409: Conflict,
    },
    tests: ['api/months', 'api/rivals'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/months/lines',
    entry: 'months/lines',
    authorization: 'key',
    own: true,
    table: read,
    index: true,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'months.lines' },
    tag,
    summary: 'The lines of one month, or of all that are open',
    description: `With \`month\`: the lines of this closed month, always the same ones. Without it: the lines that no closed
month has. Each with its postings in double entry, the oldest first. A line with \`late\` was booked in an earlier month, which was
closed before Florin found the line.

\`next\` is the \`after\` of the next page, and null at the end. A page can be empty although \`next\` is set, because a request
reads a limited number of lines.`,
    parameters: [
      inQuery('limit', 'The most lines of the page, 1 to 1000; by default 1000', {
        schema: { type: 'integer', minimum: 1, maximum: 1000 },
        example: 100,
      }),
      inQuery('after', '`next` of the page before', { schema: id }),
      inQuery('month', 'A closed month, for example `2026-10`', { example: '2026-10' }),
    ],
    answers: {
      200: json('A page of lines', responses.monthLines),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/months', 'api/rivals'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/bookkeeping',
    entry: 'months/bookkeeping',
    authorization: 'key',
    own: true,
    table: ['GetItem'],
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'bookkeeping.get', gives: 'bookkeeping' },
    tag,
    summary: 'The accounts of a merchant in bookkeeping programs',
    description: `For Xero, QuickBooks and DATEV: the program's account for each account of the ledger. \`florin export\` and
the console write files for these programs.`,
    answers: {
      200: json('The accounts, with the defaults', responses.bookkeepingAnswer),
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/months', 'api/rivals'],
  },

  {
    api: 'base',
    method: 'PUT',
    path: '/merchants/{merchantId}/bookkeeping',
    entry: 'months/change-bookkeeping',
    authorization: 'key',
    own: true,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    unvouched: true,
    console: { roles: 'bookkeepers', stepUp: false, audit: 'changeBookkeeping' },
    verb: { client: 'merchant', name: 'bookkeeping.update', gives: 'bookkeeping' },
    tag,
    summary: 'Change the accounts of a merchant in bookkeeping programs',
    description:
      'Only the fields that you send change. An empty text restores the default of an account or of `taxRate`.',
    body: { schema: 'bookkeepingChange', as: 'api' },
    sample: () => ({ xero: { accounts: { disputes: '471' } } }),
    answers: {
      200: json('The accounts after the change', responses.bookkeepingAnswer),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
      409: Conflict,
    },
    tests: ['api/months', 'api/rivals'],
  },
] as const satisfies readonly PublicRow[];
