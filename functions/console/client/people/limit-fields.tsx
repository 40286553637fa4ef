import { useState } from 'preact/hooks';
import { type AppRole, appRoles } from '#domain/merchants/roles.ts';
import { useEntry } from '../browser/drafts.ts';
import { Field } from '../parts/field.tsx';
import { faultOf, Refusal } from '../requests/api.ts';
import { readTyped, typedFaultText } from '../values/amount.ts';
import { plainAmount } from '../values/format.ts';
import { t } from '../values/texts.ts';
import type { App } from '../values/types.ts';
import { RoleField } from './role-field.tsx';

/** The limits as the user types them. */
interface Entries {
  role: AppRole;
  each: string;
  day: string;
  expires: string;
  networks: string;
}

/** The fields of a refusal that the form shows beside its own fields. */
export const limitNames = ['expires', 'networks'] as const;

const capIn = (currency: string, caps: App['refundCaps'] = []) =>
  caps.find((cap) => cap.currency === currency);

/** @param app undefined for a new key, which has no limits */
function entriesOf(app: App | undefined, currency: string): Entries {
  const { role = 'owner', refundCaps, expires = '', networks = [] } = app ?? {};
  const cap = capIn(currency, refundCaps);
  const text = (amount?: number) => (amount === undefined ? '' : plainAmount(amount, currency));
  return {
    role,
    each: text(cap?.each),
    day: text(cap?.day),
    expires: expires.slice(0, 10),
    networks: networks.join(', '),
  };
}

/** Reads an amount that may be missing. */
function capOf(text: string, currency: string): { amount?: number; fault?: string } {
  if (text.trim() === '') return {};
  const typed = readTyped(text, currency);
  return 'fault' in typed ? { fault: typedFaultText(typed.fault, currency) } : { amount: typed.minor };
}

/**
 * The limits of a key as a part of a form. A change keeps what the form does not show: caps in other currencies, and the
 * hour of an end whose day stays.
 *
 * @param name names what the user has typed, while the session is renewed
 * @param app the app whose limits are changed; undefined for a new key
 * @param onChange is called before each change
 */
export function useLimits(
  name: string,
  currency: string,
  { app, onChange }: { app?: App; onChange?: () => void } = {},
) {
  const [typed, setTyped] = useEntry(name, entriesOf(app, currency));
  const [isTried, setTried] = useState(false);
  const set = (changes: Partial<Entries>) => {
    onChange?.();
    setTyped({ ...typed, ...changes });
  };
  const [each, day] = [capOf(typed.each, currency), capOf(typed.day, currency)];
  const hasCap = each.amount !== undefined || day.amount !== undefined;
  const caps = [
    ...(hasCap ? [{ currency, each: each.amount, day: day.amount }] : []),
    ...(app?.refundCaps ?? []).filter((cap) => cap.currency !== currency),
  ];
  const { role, expires } = typed;
  const networks = typed.networks.split(/[\s,;]+/).filter(Boolean);
  /** The fields of the request; undefined if an amount cannot be read. */
  const read = () => {
    setTried(true);
    if (each.fault || day.fault) return;
    return {
      ...(role !== 'owner' && { role }),
      ...(caps.length > 0 && { refundCaps: caps }),
      ...(expires && {
        expires: app?.expires?.startsWith(expires) ? app.expires : `${expires}T00:00:00Z`,
      }),
      ...(networks.length > 0 && { networks }),
    };
  };
  const entry = (field: Exclude<keyof Entries, 'role'>, label: string) => ({
    label: `${label} (${t.common.optional})`,
    autocomplete: 'off',
    value: typed[field],
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      set({ [field]: currentTarget.value }),
  });
  const fields = (error: Error | undefined) => (
    <>
      <RoleField
        role={role}
        roles={appRoles}
        {...(role === 'owner' && { hint: t.people.completeAccess })}
        choose={(role) => set({ role })}
      />
      <Field
        {...entry('each', t.people.capEach)}
        unit={currency}
        inputMode="decimal"
        fault={isTried ? each.fault : undefined}
      />
      <Field
        {...entry('day', t.people.capDay)}
        hint={t.people.capHint}
        unit={currency}
        inputMode="decimal"
        fault={isTried ? day.fault : undefined}
      />
      <Field
        {...entry('expires', t.people.keyEnds)}
        type="date"
        hint={t.people.keyEndsHint}
        fault={faultOf(error, 'expires')}
      />
      <Field
        {...entry('networks', t.people.networks)}
        hint={t.people.networksHint}
        fault={isNetworksFault(error) ? t.people.networksFault : undefined}
      />
    </>
  );
  return { read, fields };
}

const isNetworksFault = (error: Error | undefined): boolean =>
  error instanceof Refusal && error.faults.some(({ field }) => field.startsWith('networks'));
