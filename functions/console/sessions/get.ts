import { consoleApi } from '#http/routes/console-api.ts';
import { presentPasskey, presentUserMerchant } from '#presenters/console.ts';
import { passkeysOf } from '#store/console/passkeys.ts';
import { merchantsOfUser } from '#store/merchants/user-merchants.ts';

/** Returns the session's user, the merchants that the user is a member of, and the user's passkeys. */
export const handler = consoleApi('GET /session').handler(async (_, { session: { id, userId, email } }) => {
  const [merchants, passkeys] = await Promise.all([merchantsOfUser(userId), passkeysOf(userId)]);
  const body = {
    user: { id: userId, email },
    session: { id },
    merchants: merchants.map(presentUserMerchant),
    passkeys: passkeys.map(presentPasskey),
  };
  return { status: 200, body };
});
