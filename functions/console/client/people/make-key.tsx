import { useRef, useState } from 'preact/hooks';
import { type AppRole, appRoles } from '#domain/merchants/roles.ts';
import { useEntry } from '../browser/drafts.ts';
import { Secret } from '../parts/copy.tsx';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Field, focusFault, Select } from '../parts/field.tsx';
import { useAction, useIntentKey } from '../requests/action.ts';
import { call, faultOf, Refusal, unshown } from '../requests/api.ts';
import { useConsole } from '../requests/session.ts';
import { readTyped, typedFaultText } from '../values/amount.ts';
import { t } from '../values/texts.ts';
import type { App } from '../values/types.ts';

/** The texts that the user has typed. */
const nothing = { name: '', each: '', day: '', expires: '', networks: '' };

type Entries = typeof nothing;

/** Reads an amount that may be missing. */
function capOf(text: string, currency: string): { amount?: number; fault?: string } {
  if (text.trim() === '') return {};
  const typed = readTyped(text, currency);
  return 'fault' in typed ? { fault: typedFaultText(typed.fault, currency) } : { amount: typed.minor };
}

/** The body of the request. Florin gives complete access to a key without limits. */
function bodyOf({ name, expires, networks }: Entries, role: AppRole, cap: object | undefined) {
  const list = networks.split(/[\s,;]+/).filter(Boolean);
  return {
    name: name.trim(),
    ...(role !== 'owner' && { role }),
    ...(cap && { refundCaps: [cap] }),
    ...(expires && { expires: `${expires}T00:00:00Z` }),
    ...(list.length > 0 && { networks: list }),
  };
}

/** Makes an app with access to the merchant, and shows its key only once. */
export function MakeKey({
  path,
  done,
  close,
}: {
  path: string;
  done: () => Promise<void>;
  close: () => void;
}) {
  const { currency } = useConsole().merchant;
  const [typed, setTyped] = useEntry<Entries>(path, nothing);
  const [role, setRole] = useEntry<AppRole>(`${path}.role`, 'owner');
  const [key, setKey] = useState<string>();
  const [isTried, setTried] = useState(false);
  const { isBusy, error, run } = useAction();
  const intent = useIntentKey();
  const form = useRef<HTMLFormElement>(null);
  const [each, day] = [capOf(typed.each, currency), capOf(typed.day, currency)];
  const submit = async (event: Event) => {
    event.preventDefault();
    setTried(true);
    if (each.fault || day.fault) return focusFault(form.current);
    const hasCap = each.amount !== undefined || day.amount !== undefined;
    const cap = hasCap ? { currency, each: each.amount, day: day.amount } : undefined;
    const isDone = await run(async () => {
      const body = bodyOf(typed, role, cap);
      const { app } = await call<{ app: App & { key: string } }>('POST', `${path}/keys`, {
        body,
        key: intent.key,
      });
      setKey(app.key);
      await done();
    });
    if (!isDone) focusFault(form.current);
  };
  const finish = () => {
    setKey(undefined);
    close();
  };
  if (key)
    return (
      <Dialog key="made" title={t.people.keyMade} onClose={finish}>
        <Secret text={key} hint={t.people.keyHint} done={finish} />
      </Dialog>
    );
  const rest = unshown(error, ['name', 'expires', 'networks']);
  const isNetworks =
    error instanceof Refusal && error.faults.some(({ field }) => field.startsWith('networks'));
  const entry = (name: keyof Entries, label: string) => ({
    label: name === 'name' ? label : `${label} (${t.common.optional})`,
    autocomplete: 'off',
    value: typed[name],
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      intent.next();
      setTyped({ ...typed, [name]: currentTarget.value });
    },
  });
  return (
    <Dialog key="make" title={t.people.makeKey} canClose={!isBusy} onClose={close}>
      <form ref={form} onSubmit={submit} noValidate>
        <p>{t.people.makeKeyHint}</p>
        <Field
          {...entry('name', t.people.name)}
          hint={t.people.nameHint}
          maxLength={255}
          fault={faultOf(error, 'name')}
        />
        <Select
          label={t.people.role}
          hint={role === 'owner' ? t.people.completeAccess : t.people.roleHints[role]}
          value={role}
          options={appRoles.map((one) => [one, t.people.roles[one]])}
          onChange={(value) => {
            intent.next();
            setRole(appRoles.find((one) => one === value) ?? role);
          }}
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
          fault={isNetworks ? t.people.networksFault : undefined}
        />
        <div role="alert">{rest && <p class="notice bad">{failureText(rest)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button type="submit" class="button main" aria-busy={isBusy}>
            {t.people.makeKey}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
