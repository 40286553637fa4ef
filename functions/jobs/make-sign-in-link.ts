import { randomToken } from '#basics/random-token.ts';
import { linkLifetime } from '#domain/console/session.ts';
import { log } from '#observability/log.ts';
import { putLink } from '#store/console/sign-ins.ts';
import { userOf } from '#store/merchants/members.ts';
import { signInUrl } from '#usecases/console/sign-in-url.ts';

/**
 * Makes a link that signs a user in, for any browser: for a stage that cannot send mail yet. It works once, within 15
 * minutes. An operator runs this job with AWS credentials (docs/jobs.md).
 */
export async function handler({ email }: { email?: unknown }) {
  if (typeof email !== 'string') throw new Error('Expected {"email": "<the address of a user>"}');
  const user = await userOf(email);
  if (!user) throw new Error('No user has this address. Invite the user to a merchant first');
  const token = randomToken();
  await putLink({ user: { id: user.id, email: user.email } }, token, linkLifetime);
  log('info', { userId: user.id, signInLink: true });
  return { url: signInUrl(token) };
}
