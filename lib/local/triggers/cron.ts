/** Whether something runs in this minute. */
export type Schedule = (minute: Date) => boolean;

/**
 * A schedule expression of EventBridge, `cron(…)` or `rate(…)`, in UTC.
 *
 * @throws on `L`, `W` and `#`, which are not understood here
 */
export function readSchedule(expression: string): Schedule {
  const [, kind, argument = ''] = /^(cron|rate)\((.*)\)$/.exec(expression) ?? [];
  if (kind === 'rate') return rate(argument);
  const fields = argument.split(' ');
  if (kind !== 'cron' || fields.length !== 6) throw new Error(`This is no schedule: ${expression}`);
  const matchers = fields.map((field, i) => fieldOf(field, parts[i] as Part, expression));
  return (minute) => matchers.every((matches) => matches(minute));
}

const units: Record<string, number> = { minute: 1, hour: 60, day: 24 * 60 };

function rate(argument: string): Schedule {
  const [, count, unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(argument) ?? [];
  const minutes = Number(count) * (units[unit] ?? Number.NaN);
  if (!(minutes > 0)) throw new Error(`This is no rate: ${argument}`);
  return (minute) => Math.floor(minute.getTime() / 60_000) % minutes === 0;
}

interface Part {
  of(date: Date): number;
  range: [number, number];
  /** Names of the values from the first on. */
  names?: string;
}

const parts: Part[] = [
  { of: (date) => date.getUTCMinutes(), range: [0, 59] },
  { of: (date) => date.getUTCHours(), range: [0, 23] },
  { of: (date) => date.getUTCDate(), range: [1, 31] },
  {
    of: (date) => date.getUTCMonth() + 1,
    range: [1, 12],
    names: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC',
  },
  { of: (date) => date.getUTCDay() + 1, range: [1, 7], names: 'SUN MON TUE WED THU FRI SAT' },
  { of: (date) => date.getUTCFullYear(), range: [1970, 2199] },
];

function fieldOf(field: string, { of, range, names = '' }: Part, expression: string): Schedule {
  const numberOf = (text: string): number => {
    const named = names.split(' ').indexOf(text.toUpperCase());
    const value =
      text !== '' && named >= 0 ? named + range[0] : Number(/^\d+$/.test(text) ? text : Number.NaN);
    if (value >= range[0] && value <= range[1]) return value;
    throw new Error(`Not understood in a schedule: ${text} of ${expression}`);
  };
  const accepted = field.split(',').map((item) => {
    const [span = '', step] = item.split('/');
    const every = step === undefined ? 1 : Number(step);
    if (!(every > 0)) throw new Error(`Not understood in a schedule: ${item} of ${expression}`);
    const all = span === '*' || span === '?';
    const [first = '', last] = span.split('-');
    const from = all ? range[0] : numberOf(first);
    const to = last !== undefined ? numberOf(last) : all || step !== undefined ? range[1] : from;
    return (value: number) => value >= from && value <= to && (value - from) % every === 0;
  });
  return (minute) => accepted.some((accepts) => accepts(of(minute)));
}
