import { ownUrl } from '#aws/own-url.ts';
import { networkOf } from '#basics/network.ts';
import { randomToken } from '#basics/random-token.ts';
import { siteOf } from '#domain/console/site.ts';
import { noFields } from '#http/body/body.ts';
import { bindBrowser, openConsoleApi } from '#http/routes/console-api.ts';
import { putChallenge } from '#store/console/passkeys.ts';
import { limitAttempts } from '#usecases/console/limit-attempts.ts';

/**
 * Makes a challenge that a passkey signs, for one answer within 5 minutes. The cookie binds the challenge to this browser.
 * The answer is the same for everybody, so it reveals nothing about users.
 */
export const handler = openConsoleApi('POST /passkeys/challenges')
  .use(noFields())
  .handler(async (event) => {
    await limitAttempts('passkey', networkOf(event.requestContext.identity.sourceIp));
    const { browser, headers } = bindBrowser(event);
    const challenge = randomToken();
    await putChallenge(challenge, browser);
    const body = { challenge, host: siteOf(ownUrl(event)).host };
    return { status: 201, body, headers };
  });
