import validator from 'validator:signIn';
import { networkOf } from '#basics/network.ts';
import { QuotaUsedUp } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { languageOf } from '#http/request/request-language.ts';
import { bindBrowser, openConsoleApi } from '#http/routes/console-api.ts';
import { languages } from '#messages/languages.ts';
import type { Requests } from '#schemas/index.ts';
import { countAttempt } from '#store/console/attempts.ts';
import { requestLink } from '#store/console/sign-ins.ts';

/** The most attempts of a network in an hour. Browser tests set more. */
const mostAttempts = Number(process.env.FLORIN_SIGN_INS || 30);

const hour = 60 * 60;

/**
 * Asks for a link to sign in with. The answer is the same for every address, after the same work: a worker finds out
 * whether the address has a user. The cookie binds the link to this browser.
 */
export const handler = openConsoleApi('POST /sign-in')
  .use(body<Requests['signIn']>(validator))
  .handler(async (event, { body: { email } }) => {
    const network = networkOf(event.requestContext.identity.sourceIp);
    if (!(await countAttempt(network, mostAttempts)))
      throw new QuotaUsedUp('Too many attempts to sign in from this network; try again in an hour', hour);
    const { browser, headers } = bindBrowser(event);
    await requestLink({ email, network, language: languageOf(event, languages).name }, browser);
    return { status: 202, body: {}, headers };
  });
