import type { InputHTMLAttributes } from 'react';
import { Field, type FieldProps } from './field.tsx';

type Attributes = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'onChange' | 'value' | 'className' | 'id'
>;

export interface TextFieldProps extends FieldProps, Attributes {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One line of text, a number, an address or a moment. */
export function TextField({ label, hint, fault, value, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(attributes) => (
        <input
          {...rest}
          {...attributes}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
