import validator from 'validator:signIn';
import { networkOf } from '#basics/network.ts';
import { body } from '#http/body/body.ts';
import { languageOf } from '#http/request/request-language.ts';
import { bindBrowser, openConsoleApi } from '#http/routes/console-api.ts';
import { languages } from '#messages/languages.ts';
import type { Requests } from '#schemas/index.ts';
import { requestLink } from '#store/console/sign-ins.ts';
import { limitAttempts } from '#usecases/console/limit-attempts.ts';

/**
 * Asks for a link to sign in with. The answer is the same for every address, after the same work: a worker finds out
 * whether the address has a user. The cookie binds the link to this browser.
 */
export const handler = openConsoleApi('POST /sign-in')
  .use(body<Requests['signIn']>(validator))
  .handler(async (event, { body: { email } }) => {
    const network = networkOf(event.requestContext.identity.sourceIp);
    await limitAttempts('sign-in', network);
    const { browser, headers } = bindBrowser(event);
    await requestLink({ email, network, language: languageOf(event, languages).name }, browser);
    return { status: 202, body: {}, headers };
  });
