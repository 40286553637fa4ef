import { shortDay } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';

interface Props {
  label: string;
  points: readonly { day: string; value: number }[];
  show: (value: number) => string;
}

const [width, height] = [600, 160];

/**
 * A chart with a bar for each day. Screen readers read the table below it instead. It is plain SVG, as a library for charts
 * would be larger than the console.
 */
export function Chart({ label, points, show }: Props) {
  const most = Math.max(1, ...points.map(({ value }) => value));
  const step = width / Math.max(1, points.length);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {points.map(({ day, value }, index) => {
          const size = value <= 0 ? 1 : Math.max(2, (value / most) * height);
          return (
            <rect
              key={day}
              x={index * step + step * 0.14}
              y={height - size}
              width={step * 0.72}
              height={size}
              rx={Math.min(3, step * 0.2)}
            >
              <title>{`${shortDay(day)}: ${show(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      {first && last && (
        <p class="axis" aria-hidden="true">
          <span>{shortDay(first.day)}</span>
          <span>{most > 1 && fill(t.overview.most, { value: show(most) })}</span>
          <span>{shortDay(last.day)}</span>
        </p>
      )}
      <div class="unseen">
        <table>
          <caption>{label}</caption>
          <tbody>
            {points.map(({ day, value }) => (
              <tr key={day}>
                <th scope="row">{shortDay(day)}</th>
                <td>{show(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
