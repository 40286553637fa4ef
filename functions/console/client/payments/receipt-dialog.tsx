import { useEntry } from '../browser/drafts.ts';
import { announce } from '../parts/announce.tsx';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Field } from '../parts/field.tsx';
import { useAction, useIntentKey } from '../requests/action.ts';
import { call, faultOf, unshown } from '../requests/api.ts';
import { fill, t } from '../values/texts.ts';

interface Props {
  transactionId: string;
  /** The address that the customer has given, if the payment has one. */
  known?: string | undefined;
  close: () => void;
}

/** Sends the receipt of a payment to the customer's address, or to another one. */
export function ReceiptDialog({ transactionId, known = '', close }: Props) {
  const path = `api/transactions/${transactionId}/mails`;
  const [email, setEmail] = useEntry(path, known);
  const { isBusy, error, run } = useAction();
  const intent = useIntentKey();
  const rest = unshown(error, ['email']);
  const submit = (event: Event) => {
    event.preventDefault();
    return run(async () => {
      const body = email.trim() ? { email: email.trim() } : {};
      const { to } = await call<{ to: string }>('POST', path, { body, key: intent.key });
      announce(fill(t.timeline.receiptSent, { to }));
      close();
    });
  };
  return (
    <Dialog title={t.timeline.sendReceipt} canClose={!isBusy} onClose={close}>
      <form onSubmit={submit} noValidate>
        <Field
          label={t.signIn.email}
          hint={t.timeline.receiptHint}
          type="email"
          maxLength={254}
          value={email}
          fault={faultOf(error, 'email')}
          onInput={({ currentTarget }) => {
            setEmail(currentTarget.value);
            // Another address is another request, which the server refuses under the key of the first one.
            intent.next();
          }}
        />
        <div role="alert">{rest && <p class="notice bad">{failureText(rest)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button type="submit" class="button main" aria-busy={isBusy}>
            {isBusy ? t.common.saving : t.timeline.sendReceipt}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
