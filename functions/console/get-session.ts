import { consoleApi } from '#http/console-api.ts';
import { presentUserMerchant } from '#presenters/console.ts';
import { merchantsOfUser } from '#store/user-merchants.ts';

/** Returns the session's user, and the merchants that the user is a member of. */
export const handler = consoleApi('GET /session').handler(async (_, { session: { id, userId, email } }) => {
  const merchants = await merchantsOfUser(userId);
  const body = {
    user: { id: userId, email },
    session: { id },
    merchants: merchants.map(presentUserMerchant),
  };
  return { status: 200, body };
});
