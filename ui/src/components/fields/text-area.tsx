import { Field, type FieldProps } from './field.tsx';

export interface TextAreaProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isCode?: boolean;
  readonly required?: boolean;
  readonly placeholder?: string;
}

/** Text of several lines; as code it is set in one width and not spell-checked. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, fault, value, onChange, isCode = false, required, placeholder } = props;
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(attributes) => (
        <textarea
          {...attributes}
          className={isCode ? 'input input-code' : 'input'}
          spellCheck={!isCode}
          required={required}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
