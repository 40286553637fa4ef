// Prints the failed tests of a step of .ci/run, each with the first line of its error.
import { existsSync, readFileSync } from 'node:fs';

const [step, report] = process.argv.slice(2);
const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
if (!text) console.log(`${step}: failed without a report of its tests`);

const firstLine = (error) =>
  error
    .split('\n')
    .find((line) => line.trim())
    ?.trim() ?? '';

for (const { name, status, message, assertionResults } of text ? JSON.parse(text).testResults : []) {
  if (status !== 'failed') continue;
  const failed = assertionResults.filter((it) => it.status === 'failed');
  const file = name.slice(process.cwd().length + 1);
  if (failed.length === 0) console.log(`${step}: ${file}: ${firstLine(message)}`);
  for (const { fullName, failureMessages } of failed)
    console.log(`${step}: ${file}: ${fullName}\n    ${firstLine(failureMessages[0] ?? '')}`);
}
