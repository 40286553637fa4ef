import type { Command } from '../command.ts';
import { UsageError } from '../failures.ts';
import { askLocalAws, awsPortOf } from '../local-aws.ts';
import { plain } from '../output.ts';

interface Shown {
  now: string;
  /** In seconds. */
  ahead: number;
  /** How often each scheduled function has run. */
  ran?: Record<string, number>;
}

export const clock: Command = {
  summary: 'Shows or moves the clock of the Florin on this machine',
  arguments: ['[TIME]'],
  hasNoProfile: true,
  notes: `TIME is a step (+90s, +15m, +36h, +8d, +2w) or an instant
(2027-03-01T12:00:00Z). The clock goes forward only. Florin first does, in
order, all work that is due by then: scheduled jobs, repeated webhooks, and
messages that wait in a queue. Only a Florin started by npm start has such a
clock; AWS_PORT is its port (3003).`,
  async run({ positionals: [to], env, out }) {
    const init = to === undefined ? { method: 'GET' } : { body: JSON.stringify({ to }) };
    const answer = await askLocalAws(awsPortOf(env), '/_local/clock', init);
    const body = (await answer.json()) as Shown & { message?: string };
    if (answer.status === 400) throw new UsageError(body.message);
    if (!answer.ok) throw new Error(body.message ?? `The clock answers ${answer.status}`);
    const ran = Object.entries(body.ran ?? {}).map(([name, times]) => `${name} ${times}`);
    const lines = [`${body.now}, ${lengthOf(body.ahead)} ahead of this machine`];
    if (ran.length > 0) lines.push(`Has run: ${ran.join(', ')}`);
    out.result(body, lines.map(plain).join('\n'));
  },
};

/** `8 days, 3 hours` */
function lengthOf(seconds: number): string {
  const units = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const shown = units.filter(([count]) => count > 0).slice(0, 2);
  if (shown.length === 0) return '0 seconds';
  return shown.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(', ');
}
