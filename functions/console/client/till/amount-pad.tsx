import { useEffect, useRef, useState } from 'preact/hooks';
import { failureText } from '../parts/failure-notice.tsx';
import { Icon } from '../parts/icons.tsx';
import { useAction } from '../requests/action.ts';
import { clock, money } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import type { TillSession } from '../values/types.ts';
import type { Code } from './codes.ts';
import { CannotTake, useCodes } from './codes.ts';

/** The most digits of an amount. */
const mostDigits = 9;

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'];

interface Props {
  till: TillSession;
  posUrl: string;
  isShown: boolean;
  isOnline: boolean;
  paid: () => void;
}

/** The steps of a payment: the amount, then the code that the customer pays, then the outcome. */
export function AmountPad({ till, posUrl, isShown, isOnline, paid }: Props) {
  const { currency, captures } = till.merchant;
  const [amount, setAmount] = useState(0);
  const { isBusy, error, run } = useAction();
  const { codes, make, putAside } = useCodes(till, posUrl, paid);
  const current = codes.find((code) => code.state === 'paid') ?? codes.find((code) => code.isShown);
  const aside = codes.filter((code) => code !== current && code.state === 'waiting');

  const show = () => run(() => make(amount)).then((isDone) => isDone && setAmount(0));
  const type = (digit: string) =>
    setAmount((before) => {
      const next = `${before}${digit}`;
      return next.replace(/^0+/, '').length > mostDigits ? before : Number(next);
    });
  const press = useRef((_: KeyboardEvent) => {});
  press.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) type(event.key);
    else if (event.key === 'Backspace') setAmount((before) => Math.floor(before / 10));
    else if (event.key === 'Escape') setAmount(0);
    else if (event.key === 'Enter' && amount > 0 && isOnline && !isButton(event.target)) void show();
    else return;
    event.preventDefault();
  };
  const takesKeys = isShown && !current;
  const shown = money(amount, currency);
  useEffect(() => {
    if (!takesKeys) return;
    const listen = (event: KeyboardEvent) => press.current(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [takesKeys]);

  return (
    <div class="stack">
      {current ? (
        <Shown code={current} currency={currency} done={() => putAside(current)} />
      ) : (
        <section class="sheet stack till-pad" aria-labelledby="take">
          <h1 id="take">{t.tills.take}</h1>
          <p class="muted">{captures ? t.tills.captures : t.tills.holds}</p>
          <output class="till-amount" aria-label={t.tills.amount} style={{ '--letters': shown.length }}>
            {shown}
          </output>
          <div class="pad">
            {digits.map((digit) => (
              <button
                key={digit}
                type="button"
                class="button"
                aria-label={fill(t.tills.digit, { digit })}
                onClick={() => type(digit)}
              >
                {digit}
              </button>
            ))}
            <button
              type="button"
              class="button"
              aria-label={t.tills.delete}
              onClick={() => setAmount(Math.floor(amount / 10))}
            >
              ⌫
            </button>
          </div>
          <div role="alert">
            {error && (
              <p class="notice bad">
                {error instanceof CannotTake ? t.tills.cannotTake : failureText(error)}
              </p>
            )}
          </div>
          <button
            type="button"
            class="button main wide"
            disabled={amount === 0 || !isOnline}
            aria-busy={isBusy}
            onClick={show}
          >
            {t.tills.show}
          </button>
        </section>
      )}
      {aside.map((code) => (
        <p key={code.watch} class="notice warn">
          {fill(t.tills.stillPayable, { amount: money(code.amount, currency), time: clock(code.expires) })}
        </p>
      ))}
    </div>
  );
}

const isButton = (target: EventTarget | null): boolean => target instanceof HTMLButtonElement;

/** The code on the screen, or its outcome. */
function Shown({ code, currency, done }: { code: Code; currency: string; done: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { state } = code;
  useEffect(() => title.current?.focus(), [state]);
  const amount = money(code.amount, currency);
  return (
    <section class="sheet stack till-code" aria-labelledby="shown">
      <h1 id="shown" tabIndex={-1} ref={title}>
        {state === 'paid' ? (
          <>
            <Icon name="check" /> {code.isHeld ? t.tills.held : t.tills.paid}: {amount}
          </>
        ) : (
          amount
        )}
      </h1>
      {state === 'waiting' && (
        <>
          <p>{t.tills.scan}</p>
          <img
            class="till-qr"
            src={`data:image/svg+xml,${encodeURIComponent(code.svg)}`}
            alt={t.tills.customerQr}
          />
        </>
      )}
      {state !== 'paid' && <p role="status">{state === 'waiting' ? t.tills.waiting : t.tills.expired}</p>}
      {state === 'paid' && code.isHeld && <p>{t.tills.heldHint}</p>}
      <button type="button" class={state === 'paid' ? 'button main wide' : 'button wide'} onClick={done}>
        {state === 'waiting' ? t.common.cancel : t.tills.next}
      </button>
    </section>
  );
}
