import { askForStepUp, setStepUpDialog } from '../../../functions/console/client/requests/step-up.ts';

test('requests that are refused immediately share one question and its answer, and a later one asks again', async () => {
  const answers: ((isConfirmed: boolean) => void)[] = [];
  setStepUpDialog(() => new Promise((answer) => answers.push(answer)));
  const both = Promise.all([askForStepUp('passkey'), askForStepUp('passkey')]);
  expect(answers).toHaveLength(1);
  answers[0]?.(true);
  expect(await both).toEqual([true, true]);
  const third = askForStepUp('link');
  answers[1]?.(false);
  expect(await third).toBe(false);
});
