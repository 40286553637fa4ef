import { consoleApi } from '#http/routes/console-api.ts';
import { presentInvitation, presentPasskey, presentUserMerchant } from '#presenters/console.ts';
import { passkeysOf } from '#store/console/passkeys.ts';
import { invitationsOf } from '#store/merchants/invitations.ts';
import { merchantsOfUser } from '#store/merchants/user-merchants.ts';

/** Returns the session's user, the merchants that the user has joined or is invited to, and the user's passkeys. */
export const handler = consoleApi('GET /session').handler(async (_, { session: { id, userId, email } }) => {
  const [merchants, invitations, passkeys] = await Promise.all([
    merchantsOfUser(userId),
    invitationsOf(userId),
    passkeysOf(userId),
  ]);
  const body = {
    user: { id: userId, email },
    session: { id },
    merchants: merchants.map(presentUserMerchant),
    invitations: invitations.map(presentInvitation),
    passkeys: passkeys.map(presentPasskey),
  };
  return { status: 200, body };
});
