import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useAction } from '../action.ts';
import { Dialog, DialogFoot } from './dialog.tsx';
import { failureText } from './failure-notice.tsx';

interface Props {
  title: string;
  /** The effect of the action, in words. */
  children: ComponentChildren;
  confirm: string;
  work: () => Promise<unknown>;
  close: () => void;
}

/** Asks before an action that cannot be undone. The button that cancels has the focus. */
export function Confirm({ title, children, confirm, work, close }: Props) {
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
