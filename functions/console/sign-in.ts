import validator from 'validator:signIn';
import { networkOf } from '#basics/network.ts';
import { isRandomToken, randomToken } from '#basics/random-token.ts';
import { linkLifetime } from '#domain/console/session.ts';
import { QuotaUsedUp } from '#domain/outcome.ts';
import { body } from '#http/body.ts';
import { cookies, openConsoleApi } from '#http/console-api.ts';
import { cookieOf, hostCookie } from '#http/cookies.ts';
import { languageOf } from '#http/request-language.ts';
import { languages } from '#messages/languages.ts';
import type { Requests } from '#schemas/index.ts';
import { countAttempt } from '#store/attempts.ts';
import { requestLink } from '#store/sign-ins.ts';

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
    const known = cookieOf(event.multiValueHeaders, cookies.browser);
    const browser = known !== undefined && isRandomToken(known) ? known : randomToken();
    await requestLink({ email, language: languageOf(event, languages).name }, browser);
    const cookie = hostCookie(cookies.browser, browser, linkLifetime / 1000);
    return { status: 202, body: {}, headers: { 'Set-Cookie': cookie } };
  });
