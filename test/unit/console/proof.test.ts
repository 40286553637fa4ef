import { askForProof, onAsk } from '../../../functions/console/client/proof.ts';

test('requests that are refused at once share one question and its answer, and a later one asks again', async () => {
  const answers: ((isProven: boolean) => void)[] = [];
  onAsk(() => new Promise((answer) => answers.push(answer)));
  const both = Promise.all([askForProof('passkey'), askForProof('passkey')]);
  expect(answers).toHaveLength(1);
  answers[0]?.(true);
  expect(await both).toEqual([true, true]);
  const third = askForProof('link');
  answers[1]?.(false);
  expect(await third).toBe(false);
});
