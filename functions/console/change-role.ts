import validator from 'validator:roleChange';
import { refuse } from '#domain/outcome.ts';
import { body } from '#http/body.ts';
import { consoleApi } from '#http/console-api.ts';
import type { Requests } from '#schemas/index.ts';
import { setRole } from '#store/members.ts';
import { assertMember } from '#usecases/accounts/membership.ts';

/** Gives a user another role. Nobody changes the own role, so that a merchant never loses its last owner. */
export const handler = consoleApi('PUT /api/merchants/{merchantId}/users/{userId}')
  .use(body<Requests['roleChange']>(validator))
  .handler(async (_, { caller, params: { merchantId, userId }, body: { role } }) => {
    await assertMember(merchantId, caller);
    if (userId === caller.id) refuse('role', 'Another owner changes your role');
    await setRole(merchantId, caller, userId, role);
    return { status: 204 };
  });
