import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import type { DraftEdit, Variable } from '../client/shapes.ts';

export interface VariablesProps {
  readonly variables: readonly Variable[];
  readonly onEdit: (...edits: readonly DraftEdit[]) => void;
}

/** The names in the recipe whose values a run is given; secret ones have no value here. */
export function Variables({ variables, onEdit }: VariablesProps) {
  if (variables.length === 0) return null;
  return (
    <section className="stack stack-tight" aria-labelledby="variables-title">
      <h3 id="variables-title">Variables</h3>
      <ul className="variables">
        {variables.map((variable) => (
          <VariableRow key={variable.name} variable={variable} onEdit={onEdit} />
        ))}
      </ul>
    </section>
  );
}

interface VariableRowProps {
  readonly variable: Variable;
  readonly onEdit: VariablesProps['onEdit'];
}

function VariableRow({ variable, onEdit }: VariableRowProps) {
  const { name, default: value = '', isSecret } = variable;
  return (
    <li>
      <LineInput
        label={`Name of variable ${name}`}
        value={name}
        isCode
        onSet={(to) => {
          if (to !== '') onEdit({ edit: 'rename_variable', name, to });
        }}
      />
      {isSecret ? (
        <span className="soft small">given at each run</span>
      ) : (
        <LineInput
          label={`Value of ${name} where a run gives none`}
          value={value}
          onSet={(text) => onEdit({ edit: 'set_variable', name, default: text })}
        />
      )}
      <label className="field-optional">
        <input
          type="checkbox"
          checked={isSecret}
          aria-label={`${name} is secret`}
          onChange={({ target }) =>
            onEdit({
              edit: 'set_variable',
              name,
              secret: target.checked,
              ...(target.checked || value === '' ? {} : { default: value }),
            })
          }
        />
        secret
      </label>
      <Button
        look="quiet"
        aria-label={`Remove variable ${name}`}
        onClick={() => onEdit({ edit: 'remove_variable', name })}
      >
        ×
      </Button>
    </li>
  );
}

interface LineInputProps {
  readonly label: string;
  readonly value: string;
  readonly isCode?: boolean;
  readonly onSet: (value: string) => void;
}

/** A text that is set when the field is left or Enter is pressed, and stays as it was with Escape. */
function LineInput({ label, value, isCode = false, onSet }: LineInputProps) {
  const [typed, setTyped] = useState<string>();
  const set = (): void => {
    if (typed !== undefined && typed.trim() !== value) onSet(typed.trim());
    setTyped(undefined);
  };
  return (
    <input
      className={isCode ? 'input mono' : 'input'}
      aria-label={label}
      spellCheck={false}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={set}
      onKeyDown={(event) => {
        if (event.key === 'Enter') set();
        if (event.key === 'Escape') setTyped(undefined);
      }}
    />
  );
}
