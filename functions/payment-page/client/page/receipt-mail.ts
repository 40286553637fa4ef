import type { Paid } from '../attempt/memory.ts';
import { byId, show, withIsolatedName } from '../basics/dom.ts';
import { isAddress } from '../form/payer-fields.ts';
import type { LaterPage } from '../method/parts.ts';

/**
 * Offers to mail the receipt. The server mails it once for each address, so a failed request can be repeated safely.
 */
export const offerMail =
  ({ data, post, failureOf }: LaterPage) =>
  ({ transactionId, email = '' }: Paid): void => {
    const {
      base,
      key,
      locale,
      messages: { errors, receipt },
    } = data;
    const [form, send] = [byId<HTMLFormElement>('mail'), byId<HTMLButtonElement>('send')];
    const field = byId<HTMLInputElement>('mail-to');
    const { placeholder } = field;
    field.value = email;
    let busy = false;

    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (busy) return;
      const email = field.value.trim();
      if (email ? !isAddress(field) : !placeholder) {
        say(receipt.mailInvalid);
        return;
      }
      setBusy(true);
      try {
        const asked = { integration: { key }, transactionId, email: email || undefined, locale };
        await post(`${base}/payments/receipts`, asked);
        byId('mailed').replaceChildren(...withIsolatedName(receipt.sent, email || placeholder));
        show(form, false);
        byId('mailed').focus();
      } catch (error) {
        say(failureOf(error, data).kind === 'offline' ? errors.offline : receipt.mailFailed);
      }
      setBusy(false);
    });
    field.addEventListener('input', () => say('', false));

    function setBusy(now: boolean): void {
      busy = now;
      field.readOnly = now;
      send.setAttribute('aria-disabled', String(now));
    }

    function say(fault: string, focus = true): void {
      byId('mail-error').textContent = fault;
      field.setAttribute('aria-invalid', String(fault !== ''));
      if (focus) field.focus();
    }
  };
