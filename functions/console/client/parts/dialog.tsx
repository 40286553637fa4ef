import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useAction } from '../requests/action.ts';
import { t } from '../values/texts.ts';
import { Announcer } from './announce.tsx';
import { failureText } from './failure-notice.tsx';
import { Icon } from './icons.tsx';

interface Props {
  title: string;
  /** The id of the text that screen readers read after the title, for a dialog whose focus begins on a button. */
  text?: string | undefined;
  /** Whether the dialog may be closed now; false while a request is under way. */
  canClose?: boolean;
  onClose: () => void;
  class?: string;
  children: ComponentChildren;
}

/**
 * A modal dialog of the browser's own: it keeps the focus inside, closes with Escape, and gives the focus back to the
 * element that had it.
 */
export function Dialog({ title, text, canClose = true, onClose, class: name = 'dialog', children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    // Focuses the first field, or else the button that closes.
    dialog?.querySelector<HTMLElement>('input, textarea, .dialog-foot button')?.focus();
    return () => {
      dialog?.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={name}
      aria-labelledby={id}
      aria-describedby={text}
      onCancel={(event) => {
        event.preventDefault();
        if (canClose) onClose();
      }}
      // Browsers close a dialog at the second Escape, even if its page prevents closing. Opening it again keeps a request
      // under way visible, and its outcome.
      onClose={({ currentTarget }) => {
        if (!currentTarget.isConnected) return;
        if (canClose) onClose();
        else currentTarget.showModal();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button
            type="button"
            class="bare"
            aria-label={t.common.close}
            disabled={!canClose}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
      <Announcer />
    </dialog>
  );
}

/** The buttons at the end of a dialog: the first closes it, and the second executes its action. */
export const DialogFoot = ({ isBusy, close, cancel = t.common.cancel, children }: FootProps) => (
  <div class="dialog-foot">
    <button type="button" class="button" disabled={isBusy} onClick={close}>
      {cancel}
    </button>
    {children}
  </div>
);

interface FootProps {
  isBusy: boolean;
  close: () => void;
  cancel?: string;
  children: ComponentChildren;
}

interface ConfirmProps {
  title: string;
  /** The effect of the action, in words. */
  children: ComponentChildren;
  confirm: string;
  work: () => Promise<unknown>;
  close: () => void;
}

/** Asks before an action that cannot be undone. The button that cancels has the focus. */
export function Confirm({ title, children, confirm, work, close }: ConfirmProps) {
  const { isBusy, error, run } = useAction();
  const id = useId();
  return (
    <Dialog title={title} text={id} canClose={!isBusy} onClose={close}>
      <div class="stack">
        <div id={id}>{children}</div>
        <div role="alert">{error && <p class="notice bad">{failureText(error)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button
            type="button"
            class="button danger"
            aria-busy={isBusy}
            onClick={async () => {
              if (await run(work)) close();
            }}
          >
            {confirm}
          </button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
