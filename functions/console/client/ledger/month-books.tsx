import { useState } from 'preact/hooks';
import { type Bookkeeping, type Program, programs } from '#domain/ledger/bookkeeping.ts';
import { entryOf } from '#domain/ledger/journal.ts';
import { balanceName, kindOfLine, type Month } from '#domain/ledger/month.ts';
import { dayAt } from '#domain/merchants/days.ts';
import { bytesOf, groupingOf, journalFiles } from '#presenters/journals/journals.ts';
import { postingColumns, postingRows } from '#presenters/posting-csv.ts';
import { type BookedAccount, bookedAccounts } from '#schemas/ledger-names.ts';
import { csvFile, download } from '../lists/csv-file.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm, Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Field, Select } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { useAction } from '../requests/action.ts';
import { call, faultOf } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { money, monthName, secondsTime } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import { closeMonth, type MonthLine, type MonthStatement, readMonthLines } from './month-reader.ts';

interface Props {
  statement: MonthStatement;
  month: Month;
  timeZone: string;
  reload: () => void;
}

/** Whether a month is closed, its late lines, and its files for bookkeeping programs. */
export function MonthBooks({ statement, month, timeZone, reload }: Props) {
  const { merchant } = useConsole();
  const may = usePermission();
  const [isClosing, setClosing] = useState(false);
  const { closed, months, later } = statement;
  const texts = t.statement;
  const mayClose = may('PUT /merchants/{merchantId}/months');
  const [last] = months;
  const isNext = !last || dayAt(Date.parse(last.to), timeZone).slice(0, 7) === month.name;
  return (
    <section class="sheet" aria-labelledby="books">
      <h2 id="books">{texts.books}</h2>
      {closed ? (
        <p>
          {fill(texts.closed, {
            time: secondsTime(closed.closedAt),
            who: closed.closedBy.email ?? closed.closedBy.id,
          })}
        </p>
      ) : (
        <p>{texts.open}</p>
      )}
      {closed?.funds.map(({ currency, pending, reserved, disputed }) => (
        <p key={currency} class="hint">
          {fill(texts.funds, {
            pending: money(Number(pending), currency),
            reserved: money(Number(reserved), currency),
            disputed: money(Number(disputed), currency),
          })}
        </p>
      ))}
      {closed?.seal && <p class="hint code">{fill(texts.seal, closed.seal)}</p>}
      {later?.sums.map((sum) => (
        <p key={`${sum.month} ${balanceName(sum)}`} class="notice warn">
          {sum.month === undefined
            ? fill(texts.lateOpen, { amount: money(sum.net, sum.currency) })
            : fill(texts.late, { month: monthName(sum.month), amount: money(sum.net, sum.currency) })}
        </p>
      ))}
      {closed && <Files statement={statement} name={closed.name} />}
      {!closed && mayClose && isNext && statement.asOf >= month.to && (
        <button type="button" class="button" onClick={() => setClosing(true)}>
          {texts.close}
        </button>
      )}
      {isClosing && (
        <Confirm
          title={fill(texts.closeTitle, { month: monthName(month.name) })}
          confirm={texts.close}
          work={() => closeMonth(merchant.id, month.name).then(reload)}
          close={() => setClosing(false)}
        >
          {texts.closeHint}
        </Confirm>
      )}
    </section>
  );
}

type Form = Program | 'postings';

const programNames: Record<Program, string> = { xero: 'Xero', quickbooks: 'QuickBooks', datev: 'DATEV' };

function Files({ statement, name }: { statement: MonthStatement; name: string }) {
  const { merchant } = useConsole();
  const [form, setForm] = useState<Form>('postings');
  const [isOpen, setOpen] = useState(false);
  const { isBusy, error, run } = useAction();
  const save = async () => {
    const lines: MonthLine[] = [];
    const reader = readMonthLines(merchant.id, name);
    const { signal } = new AbortController();
    for (let part = await reader.next(signal); part; part = await reader.next(signal)) lines.push(...part);
    const movements = lines.map((line) => ({ ...line, kind: kindOfLine(line) }));
    if (form === 'postings') {
      const file = csvFile(postingColumns);
      file.add(movements.flatMap(postingRows));
      file.save(`postings-${name}.csv`);
      return;
    }
    const { closed } = statement;
    if (!closed) return;
    const [first, end] = [closed.from, closed.to].map(Date.parse) as [number, number];
    const days = { first: dayAt(first, closed.timeZone), last: dayAt(end - 1, closed.timeZone) };
    const { bookkeeping } = await readBookkeeping(merchant.id);
    const entries = movements.flatMap((one) => entryOf(one, closed.timeZone, days.first) ?? []);
    const options = { bookkeeping, month: name, days, now: Date.now() };
    const files = journalFiles(form, entries, statement.merchant.currency, groupingOf[form], options);
    for (const file of files) download(file.name, new Blob([bytesOf(file)], { type: 'text/csv' }));
  };
  return (
    <div class="stack no-print">
      <Select
        label={t.statement.file}
        value={form}
        options={[
          ['postings', t.statement.postings] as [Form, string],
          ...programs.map((one): [Form, string] => [one, programNames[one]]),
        ]}
        onChange={(chosen) => setForm(chosen as Form)}
      />
      {error && <p class="notice bad">{failureText(error)}</p>}
      <div class="actions">
        <button type="button" class="button" aria-busy={isBusy} onClick={() => run(save)}>
          <Icon name="download" />
          {t.statement.save}
        </button>
        {form !== 'postings' && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            {t.statement.accounts}
          </button>
        )}
      </div>
      {isOpen && form !== 'postings' && <Accounts program={form} close={() => setOpen(false)} />}
    </div>
  );
}

const pathOf = (merchantId: string) => `api/merchants/${merchantId}/bookkeeping`;

const readBookkeeping = (merchantId: string, signal?: AbortSignal) =>
  call<{ bookkeeping: Bookkeeping }>('GET', pathOf(merchantId), { signal });

function Accounts({ program, close }: { program: Program; close: () => void }) {
  const { merchant } = useConsole();
  const may = usePermission();
  const mayChange = may('PUT /merchants/{merchantId}/bookkeeping');
  const loaded = useLoad(`bookkeeping ${merchant.id}`, (signal) => readBookkeeping(merchant.id, signal));
  const [changes, setChanges] = useState<Record<string, string>>({});
  const { isBusy, error, run } = useAction();
  const stored = loaded.data?.bookkeeping[program];
  const { accounts, ...settings } = stored ?? { accounts: undefined };
  const save = async () => {
    const map: Partial<Record<BookedAccount, string>> = {};
    const others: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(changes))
      if (name in settings) others[name] = name === 'taxRate' ? value : Number(value);
      else map[name as BookedAccount] = value;
    await call('PUT', pathOf(merchant.id), { body: { [program]: { ...others, accounts: map } } });
    announce(t.statement.accountsSaved);
    close();
  };
  const field = (name: string, label: string, value: string | number) => (
    <Field
      key={name}
      label={label}
      value={changes[name] ?? String(value)}
      disabled={!mayChange}
      autocomplete="off"
      fault={
        faultOf(error, `${program}.${name}`) || faultOf(error, `${program}.accounts.${name}`)
          ? t.statement.accountFault
          : undefined
      }
      onInput={({ currentTarget }) => setChanges({ ...changes, [name]: currentTarget.value })}
    />
  );
  const names: Readonly<Record<string, string>> = t.statement.ledgerAccounts;
  const settingNames: Readonly<Record<string, string>> = t.statement.settings;
  return (
    <Dialog
      title={fill(t.statement.accountsOf, { program: programNames[program] })}
      canClose={!isBusy}
      onClose={close}
    >
      <div class="stack">
        <p class="hint">{t.statement.accountsHint}</p>
        {(loaded.error ?? error) && <p class="notice bad">{failureText((loaded.error ?? error) as Error)}</p>}
        {Object.entries(settings).map(([name, value]) =>
          field(name, settingNames[name] ?? name, value as string | number),
        )}
        {accounts && bookedAccounts.map((name) => field(name, names[name] ?? name, accounts[name]))}
        <DialogFoot isBusy={isBusy} close={close}>
          {mayChange && (
            <button
              type="button"
              class="button main"
              aria-busy={isBusy}
              disabled={!stored}
              onClick={() => run(save)}
            >
              {t.common.save}
            </button>
          )}
        </DialogFoot>
      </div>
    </Dialog>
  );
}
