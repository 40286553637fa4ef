import schema from 'validator:personNamed';
import { body } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import type { Requests } from '#schemas/index.ts';
import { assertMember } from '#usecases/accounts/membership.ts';
import { discloseCustomer } from '#usecases/customers/disclose-customer.ts';
import { personFaults } from './person-faults.ts';

/**
 * Shows what a merchant has about a customer. The request has a body although it only reads, because URLs are logged and must
 * not contain an address.
 */
export const handler = florinApi('PUT /merchants/{merchantId}/disclosures')
  .use(body<Requests['personNamed']>({ ...schema, rules: personFaults }))
  .handler(async (_, { caller, params: { merchantId }, body: { cursor, ...person } }) => {
    await assertMember(merchantId, caller);
    const { found, next } = await discloseCustomer(merchantId, person, cursor);
    return { status: 200, body: { found, next } };
  });
