import { bankAnswers } from '#acquirer/simulated/payments.ts';
import { requireFound } from '#domain/outcome.ts';
import { html } from '#http/answer/html-answer.ts';
import { parsedBody } from '#http/body/body.ts';
import { textFields } from '#http/body/body-parser.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { answerSimulatedBank, choicesAt } from '#usecases/acquirer-operations/answer-simulated-bank.ts';
import { paymentAtBank, viewOf } from './simulated-bank.ts';
import { answeredPage, unansweredPage } from './simulated-bank-page.ts';

/**
 * Takes the customer's answer at the simulated bank. Then sends the customer back, or shows what happens to a customer who
 * stays away.
 */
export const handler = htmlPages('POST /payments/simulated-bank')
  .use(parsedBody())
  .handler(async (event, { parsed: { value } }) => {
    const { state = '', answer: given = '', after } = textFields(value);
    const operation = await paymentAtBank(state);
    const view = () => viewOf(event, operation, state);
    if (given === 'never') return html(200, unansweredPage(view()));
    const stays = given === 'stay';
    const answer = requireFound(bankAnswers.find((known) => known === (stays ? 'approve' : given)));
    await answerSimulatedBank(
      operation,
      answer,
      choicesAt(operation).find((known) => known === after),
    );
    return stays
      ? html(200, answeredPage(view()))
      : { status: 303, headers: { Location: operation.returnUrl ?? '' }, body: '' };
  });
