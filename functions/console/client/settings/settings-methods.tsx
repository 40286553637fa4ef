import { Check } from '../parts/field.tsx';
import { faultOf } from '../requests/api.ts';
import { fill, t } from '../values/texts.ts';
import type { Merchant } from '../values/types.ts';
import type { SectionProps } from './settings-state.ts';

type Available = Merchant['availableMethods'][number];

/** The methods that customers see beside cards, in their order: the chosen ones, and then the others that can be chosen. */
export function MethodChoice({ of: { draft, error, set } }: SectionProps) {
  const { methods: chosen, availableMethods: available, test } = draft;
  const choose = (methods: readonly string[]) => set({ methods: [...methods] });
  /** Changes the places of two methods; undefined if there is no second one. */
  const swapped = (from: number, to: number) => {
    const [one, other] = [chosen[from], chosen[to]];
    if (one === undefined || other === undefined) return undefined;
    return () => choose(chosen.map((type) => (type === one ? other : type === other ? one : type)));
  };
  const others = available.filter(({ type }) => !chosen.includes(type));
  const fault = faultOf(error, 'methods');
  return (
    <fieldset class="plain stack" aria-labelledby="methods">
      <h2 id="methods">{t.settings.methods}</h2>
      <p class="hint">{t.settings.methodsHint}</p>
      {chosen.map((type, place) => {
        const method = available.find((one) => one.type === type);
        const name = method?.name ?? type;
        return (
          <div key={type} class="method">
            <Check
              label={name}
              hint={method ? factsOf(method) : t.settings.methodGone}
              checked
              onChange={() => choose(chosen.filter((one) => one !== type))}
            />
            <Swap
              sign="↑"
              label={fill(t.settings.methodUp, { method: name })}
              swap={swapped(place, place - 1)}
            />
            <Swap
              sign="↓"
              label={fill(t.settings.methodDown, { method: name })}
              swap={swapped(place, place + 1)}
            />
          </div>
        );
      })}
      {others.map((method) => (
        <Check
          key={method.type}
          label={method.name}
          hint={factsOf(method)}
          checked={false}
          onChange={() => choose([...chosen, method.type])}
        />
      ))}
      <p class="hint">{test ? t.settings.methodsTest : t.settings.methodsLive}</p>
      {fault && (
        <p class="notice bad" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

/** The currencies of a method, the time at which its money moves, and whether the money can come back. */
const factsOf = ({ currencies, captured, refundDays }: Available): string =>
  [
    `${currencies.join(', ')}.`,
    captured === 'later' ? t.settings.methodLater : t.settings.methodNow,
    refundDays === null
      ? t.settings.methodAnyDay
      : refundDays > 0
        ? fill(t.settings.methodRefund, { days: refundDays })
        : t.settings.methodNoRefund,
  ].join(' ');

/** A button that moves a method. It keeps the focus, which the browser takes from an element that moves. */
const Swap = ({ sign, label, swap }: { sign: string; label: string; swap: (() => void) | undefined }) => (
  <button
    type="button"
    class="button small"
    aria-label={label}
    disabled={!swap}
    onClick={({ currentTarget }) => {
      swap?.();
      requestAnimationFrame(() => currentTarget.focus());
    }}
  >
    {sign}
  </button>
);
