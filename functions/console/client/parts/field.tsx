import {
  type ComponentChildren,
  type InputHTMLAttributes,
  type PartialInputHTMLAttributes,
  type TargetedInputEvent,
  toChildArray,
} from 'preact';
import { useId } from 'preact/hooks';

interface Shared {
  label: string;
  hint?: ComponentChildren;
  fault?: string | undefined;
  /** A unit before the text, such as a currency. Screen readers skip the unit. */
  unit?: string;
}

type Props = Shared & {
  /** Another way to enter the value, shown after the field. */
  beside?: ComponentChildren;
} & Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'label' | 'id' | 'class' | 'list' | 'role'>;

/** An input with its label, its hint and its fault. Screen readers read them together. */
export function Field({ label, hint, fault, unit, beside, ...input }: Props) {
  const id = useId();
  // Preact has a type for each kind of input. This component accepts every kind, so it needs the cast.
  const attributes = { ...input, ...describedBy(id, hint, fault) } as InputHTMLAttributes<HTMLInputElement>;
  return (
    <div class={fault ? 'field wrong' : 'field'}>
      <label for={id}>{label}</label>
      <div class={unit ? 'with-unit' : beside ? 'with-beside' : undefined}>
        {unit && (
          <span class="unit" aria-hidden="true">
            {unit}
          </span>
        )}
        <input id={id} {...attributes} />
        {beside}
      </div>
      <Notes id={id} hint={hint} fault={fault} />
    </div>
  );
}

export function TextArea({
  label,
  hint,
  fault,
  value,
  rows = 3,
  maxLength,
  onInput,
}: Shared & {
  value: string;
  rows?: number;
  maxLength?: number;
  onInput: (event: TargetedInputEvent<HTMLTextAreaElement>) => void;
}) {
  const id = useId();
  return (
    <div class={fault ? 'field wrong' : 'field'}>
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        value={value}
        maxLength={maxLength}
        onInput={onInput}
        {...describedBy(id, hint, fault)}
      />
      <Notes id={id} hint={hint} fault={fault} />
    </div>
  );
}

export function Select({
  label,
  hint,
  fault,
  value,
  options,
  disabled = false,
  onChange,
}: Shared & {
  value: string;
  disabled?: boolean;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...describedBy(id, hint, fault)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
      <Notes id={id} hint={hint} fault={fault} />
    </div>
  );
}

export function Check({
  label,
  hint,
  fault,
  checked,
  onChange,
}: {
  label: string;
  hint?: string;
  fault?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        {...describedBy(id, hint, fault)}
      />
      <label for={id}>{label}</label>
      <Notes id={id} hint={hint} fault={fault} />
    </div>
  );
}

const isGiven = (hint: ComponentChildren): boolean => toChildArray(hint).length > 0;

function describedBy(id: string, hint: ComponentChildren, fault: string | undefined) {
  const ids = [...(fault ? [`${id}-fault`] : []), ...(isGiven(hint) ? [`${id}-hint`] : [])];
  return {
    'aria-describedby': ids.join(' ') || undefined,
    'aria-invalid': fault ? ('true' as const) : undefined,
  };
}

const Notes = ({ id, hint, fault }: { id: string; hint?: ComponentChildren; fault?: string | undefined }) => (
  <>
    {isGiven(hint) && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {fault && (
      <p class="fault" id={`${id}-fault`}>
        {fault}
      </p>
    )}
  </>
);

/** Moves the focus to the first field with a fault, after the faults are rendered. */
export const focusFault = (form: HTMLElement | null): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
};
