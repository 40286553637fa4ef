import { responses } from '../../schemas/responses.ts';
import { errors, json, nothing } from '../../schemas/route/answers.ts';
import { version } from '../../schemas/route/parameters.ts';
import type { PublicRow } from '../../schemas/route/row.ts';

const { CustomerInvalid } = errors;

/** See `functions/core/http/request/warm-up.ts`. */
const ready = nothing(
  'Ready: with `?warm` the request does nothing, and needs neither header nor body. The payment page sends it while the customer types, so that the payment does not wait for a function to start.',
);

export const routes = [
  {
    api: 'pos',
    method: 'POST',
    path: '/vault',
    entry: 'vault/create',
    authorization: 'none',
    table: [],
    seal: ['GenerateDataKey'],
    paying: true,
    verb: { client: 'customer', name: 'vault.seal', repeatable: true },
    tag: 'Checkout API',
    summary: 'Seal a card number or a security code',
    description: `\`type\` is \`pcn\` (a card number, 10 to 19 digits) or \`pcsc\` (a security code, 3 digits, or 4 of
an American Express card). The token is the
encrypted value. It is valid for one hour, and only as a value of its type. Send the whole answer on in a payment.`,
    parameters: [version],
    body: { schema: 'vaultCreate', as: 'api' },
    answers: { 201: json('Sealed', responses.vaultToken), 204: ready, 400: CustomerInvalid },
    tests: ['api/customer', 'slow/secrecy'],
  },
] as const satisfies readonly PublicRow[];
