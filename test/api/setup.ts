import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleRunner } from './support/bundle-runner.ts';
import { shortVisibility, startFlorin } from './support/florin.ts';

/**
 * Starts one Florin for all API tests, unless `FLORIN_BASE_URL` and `FLORIN_POS_URL` name a Florin that runs already,
 * for example a deployed stage.
 */
export default async function setup(): Promise<void> {
  process.env.FLORIN_RUNNER = await bundleRunner();
  if (!process.env.FLORIN_BASE_URL) await start();
  process.env.FLORIN_OPENAPI = await fetchDocument();
}

/** All test files share one stage, and its quota of mails for apps that nobody vouches for. */
const manyMails = { UNVOUCHED_TEST_MAILS: '1000' };

async function start(): Promise<void> {
  const florin = await startFlorin(['--memory'], { ...shortVisibility, ...manyMails });
  process.env.FLORIN_BASE_URL = florin.baseUrl;
  process.env.FLORIN_POS_URL = florin.posUrl;
  process.env.FLORIN_CONSOLE_URL = florin.consoleUrl;
  process.env.FLORIN_AWS_URL = florin.aws;
  process.env.FLORIN_DYNAMODB = florin.dynamodb;
  process.env.FLORIN_MAIL = florin.mail;
  (globalThis as { florin?: unknown }).florin = florin;
}

/**
 * Saves the OpenAPI document of this Florin to a file. `support/contract.ts` checks every answer against the document.
 */
async function fetchDocument(): Promise<string> {
  const answer = await fetch(`${process.env.FLORIN_BASE_URL}/openapi.json`);
  if (!answer.ok) throw new Error(`GET /openapi.json: ${answer.status}`);
  const file = join(mkdtempSync(join(tmpdir(), 'florin-openapi-')), 'openapi.json');
  writeFileSync(file, await answer.text());
  return file;
}
