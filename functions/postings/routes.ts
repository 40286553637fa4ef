import { responses } from '../../schemas/responses.ts';
import { errors, list } from '../../schemas/route/answers.ts';
import { bookingFilters, pagination } from '../../schemas/route/parameters.ts';
import type { PublicRow } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound } = errors;

export const routes = [
  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/postings',
    entry: 'postings/list',
    authorization: 'key',
    own: true,
    table: ['GetItem'],
    index: true,
    pending: true,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'postings.list' },
    tag: 'Lines',
    summary: 'The lines of a merchant, in double entry',
    description: `Each line as postings to accounts, which sum to zero in each currency. The nightly check of the ledger
verifies that.

| account | the amounts that it receives and gives |
|---|---|
| \`merchant:payable\` | the money owed to the merchant; it sums to the merchant's \`balance\`, and in other currencies to those in \`balances\` |
| \`acquirer:receivable\` | receives refunds, gives the payments of customers |
| \`fees:…\` | receives fees of each kind, also those that the acquirer books by themselves; those of a test merchant are \`fees:processing\` |
| \`disputes\` | receives the money that disputes take, gives reinstated money |
| \`payouts:transit\` | receives payouts, gives failed ones. The ledger does not include the bank account: \`GET /payouts/{payoutId}\` shows the state of a payout |
| \`acquirer:reserves\` | receives the acquirer's reserve, gives released reserve |
| \`acquirer:adjustments\` | receives amounts that the acquirer takes beside payments, such as a transfer; gives amounts that come in beside payments, such as a top-up |
| \`exchange\` | receives the money of the sold currency, gives that of the bought one |`,
    parameters: [...pagination, ...bookingFilters],
    answers: { 200: list('Movements', responses.movement), 400: Invalid, 403: Forbidden, 404: NotFound },
    tests: ['slow/ledger', 'api/payout', 'api/http/pages', 'api/rivals'],
  },
] as const satisfies readonly PublicRow[];
