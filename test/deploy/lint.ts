/** `npm run lint:template`: what CloudFormation would refuse or warn of, in the template of each stage. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synth } from '../../lib/synth.ts';
import { pythonTool } from './venv.ts';

/** CDK writes a function’s dependency on its role twice: in DependsOn, too. */
const redundant = 'W3005';

const place = mkdtempSync(join(tmpdir(), 'florin-lint-'));
try {
  const templates = [];
  for (const stage of ['sandbox', 'production']) {
    const { directory } = await synth(join(place, stage), {
      context: { stage },
      build: join(place, 'build'),
    });
    templates.push(join(directory, 'Florin.template.json'));
  }
  const { status } = spawnSync(
    pythonTool('cfn-lint'),
    ['--ignore-checks', redundant, '--regions', 'eu-west-1', '--', ...templates],
    {
      stdio: 'inherit',
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(place, { recursive: true });
}
