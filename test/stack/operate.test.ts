import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobs } from '../../lib/jobs.ts';
import { settingNames } from '../../lib/settings.ts';
import { synthesized } from './synthesized.ts';

/** The operators' guide. */
const guide = readFileSync('docs/operate.md', 'utf8');

const sectionOf = (heading: string): string =>
  guide.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';

/** The names in the first column of a section's table. */
const named = (heading: string): string[] =>
  [...sectionOf(heading).matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );

const { resources } = synthesized();

test('the guide says what to do about each alarm', () => {
  const alarms = resources('AWS::CloudWatch::Alarm').map(({ id }) => id.replace(/Alarm$/, ''));
  expect(named('Alarms').sort()).toEqual(alarms.sort());
});

test('the guide lists each job and its schedule', () => {
  expect(named('Jobs').sort()).toEqual(jobs.map(({ name }) => name).sort());
  for (const { name, trigger } of jobs) {
    if (!('schedule' in trigger)) continue;
    if (trigger.schedule.startsWith('rate(')) continue;
    const [, minute = '', hour = ''] = /cron\((\d+) (\d+) /.exec(trigger.schedule) ?? [];
    const row = sectionOf('Jobs')
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\``));
    expect([name, row]).toEqual([
      name,
      expect.stringContaining(`${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`),
    ]);
  }
});

test('the guide lists exactly the settings of the context', () => {
  const read = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|[\\/])(stage|mail|jobs)\.ts$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join('lib', name), 'utf8').matchAll(
        /\b(?:get|tryGetContext)\('(\w+)'\)|context: '(\w+)'/g,
      ),
    ])
    .map(([, one, other]) => one ?? other);
  expect(named('Settings').sort()).toEqual([...new Set(read)].sort());
  expect([...settingNames].sort()).toEqual([...new Set(read)].sort());
});
