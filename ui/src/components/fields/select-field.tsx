import { Field, type FieldProps } from './field.tsx';

export interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A choice of one among few. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, fault, value, options, onChange } = props;
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(attributes) => (
        <select
          {...attributes}
          className="input input-narrow"
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
