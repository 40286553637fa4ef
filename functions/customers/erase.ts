import schema from 'validator:personNamed';
import { body } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import type { Requests } from '#schemas/index.ts';
import { assertMember } from '#usecases/accounts/membership.ts';
import { eraseCustomer } from '#usecases/customers/erase-customer.ts';
import { personFaults } from './person-faults.ts';

/** Erases a customer, or a part of what names them: the caller repeats the request with `next` until it is null. */
export const handler = florinApi('PUT /merchants/{merchantId}/erasures')
  .use(body<Requests['personNamed']>({ ...schema, rules: personFaults }))
  .handler(async (_, { caller, params: { merchantId }, body: { cursor, ...person } }) => {
    await assertMember(merchantId, caller);
    const { erased, next } = await eraseCustomer(merchantId, person, cursor);
    return { status: 200, body: { erased, next } };
  });
