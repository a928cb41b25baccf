import { useId, type ReactNode } from 'react';

/** What the control of a field must carry so that its name, hint and fault are read out. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value. */
  readonly fault?: string | undefined;
}

/** A control with its label above it, and its hint and fault below. */
export function Field(
  props: FieldProps & { readonly children: (attributes: ControlAttributes) => ReactNode },
) {
  const { label, hint, fault, children } = props;
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span className="field-error" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}
