import { ownUrl } from '#aws/own-url.ts';
import { networkOf } from '#basics/network.ts';
import { randomToken } from '#basics/random-token.ts';
import { siteOf } from '#domain/console/webauthn.ts';
import { QuotaUsedUp } from '#domain/outcome.ts';
import { noFields } from '#http/body/body.ts';
import { bindBrowser, openConsoleApi } from '#http/routes/console-api.ts';
import { countAttempt } from '#store/console/attempts.ts';
import { putChallenge } from '#store/console/passkeys.ts';

/** The most challenges of a network in an hour. Browser tests set more. */
const mostChallenges = 10 * Number(process.env.FLORIN_SIGN_INS || 30);

const hour = 60 * 60;

/**
 * Makes a challenge that a passkey signs, for one answer within 5 minutes. The cookie binds the challenge to this browser.
 * The answer is the same for everybody, so it reveals nothing about users.
 */
export const handler = openConsoleApi('POST /passkeys/challenges')
  .use(noFields())
  .handler(async (event) => {
    const network = networkOf(event.requestContext.identity.sourceIp);
    if (!(await countAttempt(`passkeys ${network}`, mostChallenges)))
      throw new QuotaUsedUp('Too many challenges for passkeys in this network; try again in an hour', hour);
    const { browser, headers } = bindBrowser(event);
    const challenge = randomToken();
    await putChallenge(challenge, browser);
    const body = { challenge, host: siteOf(ownUrl(event)).host };
    return { status: 201, body, headers };
  });
