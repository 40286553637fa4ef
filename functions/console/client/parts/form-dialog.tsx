import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Dialog, DialogFoot } from './dialog.tsx';
import { failureText } from './failure-notice.tsx';
import { focusFault } from './field.tsx';

interface Props {
  title: string;
  /** The text of the button that sends the form. */
  confirm: string;
  isBusy: boolean;
  /** The error of the latest attempt that no field shows. */
  error: Error | undefined;
  /** A warning about the effect, beside the error. */
  warning?: ComponentChildren;
  /** Sends the form. Returns whether it has succeeded; otherwise the focus moves to the first field with a fault. */
  submit: () => Promise<boolean>;
  close: () => void;
  children: ComponentChildren;
}

/** A form in a dialog, which stays open while its request is under way. */
export function FormDialog({ title, confirm, isBusy, error, warning, submit, close, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <Dialog title={title} canClose={!isBusy} onClose={close}>
      <form
        ref={form}
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          if (!(await submit())) focusFault(form.current);
        }}
      >
        {children}
        <div role="alert">
          {warning}
          {error && <p class="notice bad">{failureText(error)}</p>}
        </div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button type="submit" class="button main" aria-busy={isBusy}>
            {confirm}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
