import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { openapi } from '../../lib/openapi/document.ts';

/** The part of Redocly's report that is read here. */
interface Report {
  totals: { errors: number; warnings: number };
  problems: { severity: string; ruleId: string; message: string; location: { pointer?: string }[] }[];
}

/** Fails for an error or a warning of Redocly's or Spectral's recommended rules in the document, as a deployed stage serves it. */
async function lint(): Promise<void> {
  const text = JSON.stringify(openapi())
    .replaceAll('{base_url}', 'https://api.florin.example')
    .replaceAll('{pos_url}', 'https://pos.florin.example');
  lintByRedocly(text);
  await lintBySpectral(text);
}

function lintByRedocly(text: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'florin-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, text);
    const { totals, problems } = report(file);
    for (const { severity, ruleId, message, location } of problems)
      console.error(`${severity} ${ruleId}: ${message} (${location[0]?.pointer})`);
    console.log(`Redocly: ${totals.errors} errors, ${totals.warnings} warnings`);
    if (totals.errors + totals.warnings > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function lintBySpectral(text: string): Promise<void> {
  const linter = new spectral.Spectral();
  const rules = rulesets.oas as unknown as RulesetDefinition;
  linter.setRuleset({ extends: [[rules, 'recommended']] });
  const problems = await linter.run(text);
  for (const { code, message, path } of problems)
    console.error(`Spectral ${code}: ${message} (/${path.join('/')})`);
  console.log(`Spectral: ${problems.length} errors and warnings`);
  if (problems.length > 0) process.exitCode = 1;
}

function report(file: string): Report {
  const options = ['--extends=recommended', '--format=json', '--max-problems=1000'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    const run = { encoding: 'utf8', env, maxBuffer: 2 ** 26, stdio: 'pipe' } as const;
    return JSON.parse(execFileSync('npx', ['redocly', 'lint', file, ...options], run));
  } catch (error) {
    // With errors in the document it ends with 1, and has written its report.
    const { stdout } = error as { stdout?: string };
    if (!stdout?.startsWith('{')) throw error;
    return JSON.parse(stdout);
  }
}

await lint();
