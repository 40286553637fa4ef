import { html } from '#http/answer/html-answer.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { waitsForCustomer } from '#usecases/acquirer-operations/answer-simulated-bank.ts';
import { paymentAtBank, viewOf } from './simulated-bank.ts';
import { answeredPage, questionPage } from './simulated-bank-page.ts';

/** The page that asks the customer of a test merchant, in place of the page or the app of a method. */
export const handler = htmlPages('GET /payments/simulated-bank').handler(async (event) => {
  const { state = '' } = event.queryStringParameters ?? {};
  const operation = await paymentAtBank(state);
  const page = waitsForCustomer(operation) ? questionPage : answeredPage;
  return html(200, page(viewOf(event, operation, state)));
});
