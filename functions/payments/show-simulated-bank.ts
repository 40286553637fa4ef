import { html } from '#http/answer/html-answer.ts';
import { languageOf } from '#http/request/request-language.ts';
import { baseUrl } from '#http/request/url.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { languages } from '#messages/languages.ts';
import { messageReader } from '#messages/read-messages.ts';
import { paymentAtBank } from './simulated-bank.ts';
import { simulatedBankPage } from './simulated-bank-page.ts';

const messagesIn = messageReader<'bank'>();

/** The page that asks the customer of a test merchant, in place of the page or the app of a method. */
export const handler = htmlPages('GET /payments/simulated-bank').handler(async (event) => {
  const { state = '' } = event.queryStringParameters ?? {};
  const operation = await paymentAtBank(state);
  const { name, locale } = languageOf(event, languages);
  const action = `${baseUrl(event)}/payments/simulated-bank`;
  return html(200, simulatedBankPage({ operation, state, action, locale, messages: messagesIn(name) }));
});
