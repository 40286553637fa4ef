/**
 * `.ci/run template`: reports what CloudFormation would reject or warn about in the template of each stage. SAM's
 * command runs cfn-lint, and `.cfnlintrc.yaml` lists the rules that are turned off.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synth } from '../../lib/build/synth.ts';
import { root } from '../../lib/root.ts';
import { samEnvironment } from './sam.ts';
import { pythonTool } from './venv.ts';

const place = mkdtempSync(join(tmpdir(), 'florin-lint-'));
try {
  for (const [index, stage] of ['sandbox', 'production'].entries()) {
    const { directory } = await synth(join(place, stage), {
      context: { stage },
      build: join(place, 'build'),
      isBundled: index > 0,
    });
    const template = join(directory, 'Florin.template.json');
    const { status } = spawnSync(
      pythonTool('sam'),
      ['validate', '--lint', '--region', 'eu-west-1', '--template', template],
      { cwd: root, env: samEnvironment, stdio: 'inherit' },
    );
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(place, { recursive: true });
}
