/**
 * `.ci/run template`: reports what CloudFormation would reject or warn about in the templates of each stage: of the
 * stack, of its nested stacks, and of the whole. SAM's
 * command runs cfn-lint, and `.cfnlintrc.yaml` lists the rules that are turned off.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synth } from '../../lib/build/synth.ts';
import { root } from '../../lib/root.ts';
import { samEnvironment } from './sam.ts';
import { pythonTool } from './venv.ts';

const place = mkdtempSync(join(tmpdir(), 'florin-lint-'));
try {
  for (const stage of ['sandbox', 'production']) {
    const { directory } = await synth(join(place, stage), {
      context: { stage },
      build: join(place, 'build'),
      isHollow: true,
    });
    for (const file of readdirSync(directory).filter((file) => file.endsWith('.template.json'))) {
      const { status } = spawnSync(
        pythonTool('sam'),
        ['validate', '--lint', '--region', 'eu-west-1', '--template', join(directory, file)],
        { cwd: root, env: samEnvironment, stdio: 'inherit' },
      );
      if (status !== 0) process.exitCode = 1;
    }
  }
} finally {
  rmSync(place, { recursive: true });
}
