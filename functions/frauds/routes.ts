import { responses } from '../../schemas/responses.ts';
import { errors, json, list } from '../../schemas/route/answers.ts';
import { alertFilters, pagination } from '../../schemas/route/parameters.ts';
import { type PublicRow, read } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound } = errors;
const parameters = [...pagination, ...alertFilters];
const refusals = { 400: Invalid, 403: Forbidden, 404: NotFound };

export const routes = [
  {
    api: 'base',
    method: 'GET',
    path: '/frauds',
    entry: 'frauds/list',
    authorization: 'key',
    table: read,
    index: true,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'frauds.list' },
    tag: 'Disputes and fraud alerts',
    summary: 'The fraud alerts of a merchant, or of a transaction',
    description: `Reasons: 0 misc, 1 fraudulent usage, 2 fraudulent application, 3 counterfeit, 4 account takeover, 5
card not
delivered, 6 card stolen, 7 card lost, 8 cardholder manipulated.`,
    parameters,
    answers: { 200: list('Fraud alerts', responses.fraud), ...refusals },
    tests: ['api/disputes', 'api/http/pages'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/frauds/{fraudId}',
    entry: 'frauds/get',
    authorization: 'key',
    table: ['GetItem'],
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'frauds.get', gives: 'fraud' },
    tag: 'Disputes and fraud alerts',
    summary: 'A fraud alert',
    description: 'A report of the card scheme that a payment was fraudulent. It moves no money.',
    answers: { 200: json('The fraud alert', responses.fraudAnswer), 403: Forbidden, 404: NotFound },
    tests: ['api/disputes'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/ratios',
    entry: 'frauds/ratios',
    authorization: 'key',
    own: true,
    table: read,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'ratios.list' },
    tag: 'Disputes and fraud alerts',
    summary: 'The share of disputes and fraud alerts, as card schemes measure it',
    description: `The months (UTC) in which the merchant had a dispute or fraud alert, and the month before each, the newest first.
Florin measures them every night until the end of the day before (\`through\`). Half of a threshold causes the event
\`ratio.warned\`. Months without disputes and fraud alerts have no \`ratios\`.`,
    answers: { 200: json('The months', responses.ratios), 403: Forbidden, 404: NotFound },
    tests: ['api/ratios', 'unit/usecases/watch-ratios'],
  },
] as const satisfies readonly PublicRow[];
