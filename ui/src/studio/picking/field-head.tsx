import { useEffect, useState, type KeyboardEvent } from 'react';
import type { FieldType, TableColumn, TableEdit, TableField } from '../client/shapes.ts';

const typeNames = {
  string: 'text',
  number: 'number',
  boolean: 'yes or no',
  url: 'address',
  date: 'date',
  html: 'HTML',
};

export interface FieldHeadProps {
  readonly field: TableField;
  readonly column: TableColumn | undefined;
  readonly rowCount: number;
  readonly onEdit: (edit: TableEdit) => void;
  readonly onSelectors: () => void;
}

const types: readonly FieldType[] = ['string', 'number', 'boolean', 'url', 'date', 'html'];

/** The head of a column: its field's name, type, and how many rows have it. Enter goes to the next field's name. */
export function FieldHead({ field, column, rowCount, onEdit, onSelectors }: FieldHeadProps) {
  const [typed, setTyped] = useState<string>();
  const { name } = field;
  useEffect(() => setTyped(undefined), [name]);
  const rename = (): void => {
    const to = typed?.trim();
    if (to !== undefined && to !== '' && to !== name) onEdit({ edit: 'rename_field', name, to });
    else setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') setTyped(undefined);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const names = [...document.querySelectorAll<HTMLInputElement>('.field-name')];
    const next = names[names.indexOf(event.currentTarget) + 1];
    if (next === undefined) rename();
    else next.focus();
  };
  const filled = column?.filled ?? 0;
  return (
    <th scope="col" className="field-head">
      <input
        className="input field-name"
        aria-label={`Name of field ${name}`}
        maxLength={100}
        spellCheck={false}
        value={typed ?? name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={rename}
        onKeyDown={onKeyDown}
      />
      <div className="field-tools">
        <select
          className="input"
          aria-label={`Type of ${name}`}
          value={field.type}
          onChange={({ target }) => {
            const type = types.find((one) => one === target.value);
            if (type !== undefined) onEdit({ edit: 'retype_field', name, type });
          }}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {typeNames[type]}
            </option>
          ))}
        </select>
        <label className="field-optional">
          <input
            type="checkbox"
            checked={field.isOptional}
            aria-label={`${name} is optional`}
            onChange={({ target }) =>
              onEdit({ edit: 'set_optional', name, optional: target.checked })
            }
          />
          optional
        </label>
        <button
          type="button"
          className="icon-button"
          aria-label={`Selectors of ${name}`}
          title="Selectors"
          onClick={onSelectors}
        >
          {'{ }'}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`Drop ${name}`}
          title="Drop"
          onClick={() => onEdit({ edit: 'drop_field', name })}
        >
          ×
        </button>
      </div>
      <span className={filled < rowCount ? 'field-count is-short' : 'field-count'}>
        {`${filled} of ${rowCount}`}
        {(column?.unreadable ?? 0) > 0 &&
          ` · ${column?.unreadable ?? 0} cannot be read as this type`}
      </span>
    </th>
  );
}
