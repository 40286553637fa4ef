import { answerData, bankAnswers, lateSeconds } from '#acquirer/simulated/payments.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { requireFound } from '#domain/outcome.ts';
import { parsedBody } from '#http/body/body.ts';
import { textFields } from '#http/body/body-parser.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { keepReturnData } from '#usecases/acquirer-operations/ask-for-authorization.ts';
import { paymentAtBank } from './simulated-bank.ts';

/** Takes the customer's answer at the simulated bank, reports it as an acquirer does, and sends the customer back. */
export const handler = htmlPages('POST /payments/simulated-bank')
  .use(parsedBody())
  .handler(async (_, { parsed: { value } }) => {
    const { state = '', answer: given } = textFields(value);
    const operation = await paymentAtBank(state);
    const answer = requireFound(bankAnswers.find((known) => known === given));
    // The first answer counts.
    if (operation.state === 'open' && !operation.brought) {
      await keepReturnData(operation, answerData(answer, Date.now()));
      const body = { acquirer: 'simulated', type: 'operation.changed', operation: operation.id };
      await sendMessages(requireVariable('ACQUIRER_EVENTS_URL'), [
        { body, delaySeconds: answer === 'late' ? lateSeconds : 1 },
      ]);
    }
    return { status: 303, headers: { Location: operation.returnUrl ?? '' }, body: '' };
  });
