import { useState } from 'react';
import type { RecipeChange } from '../../api/shapes.ts';
import { useApi } from '../../api/use-api.ts';
import { Badge, type BadgeProps } from '../../components/feedback/badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Facts } from '../../components/data/facts.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';

const kinds = { added: 'New', removed: 'Removed', moved: 'Moved', changed: 'Changed' };

export interface CompareVersionsProps {
  /** Of the recipe. */
  readonly id: string;
  /** Those that are kept, newest first. */
  readonly revisions: readonly number[];
  /** The version after, at first; it is compared with the one before it. */
  readonly revision: number;
  readonly onClose: () => void;
}

/** What differs between two versions of a recipe, by step and field. */
export function CompareVersions({ id, revisions, revision, onClose }: CompareVersionsProps) {
  const [from, setFrom] = useState(revisions[revisions.indexOf(revision) + 1] ?? revision);
  const [to, setTo] = useState(revision);
  const comparison = useApi('GET /recipes/{id}/compare', {
    parameters: { id },
    query: { from, to },
  });
  const options = revisions.map((one) => ({ value: String(one), label: `Version ${one}` }));
  return (
    <Dialog title="Compare two versions" onClose={onClose}>
      <div className="row row-end">
        <SelectField
          label="Before"
          value={String(from)}
          options={options}
          onChange={(value) => setFrom(Number(value))}
        />
        <SelectField
          label="After"
          value={String(to)}
          options={options}
          onChange={(value) => setTo(Number(value))}
        />
      </div>
      <Loaded query={comparison}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p className="soft">These versions have the same steps, fields and variables.</p>
          ) : (
            <ul className="changes">
              {changes.map((change) => (
                <li key={`${change.kind} ${change.path} ${change.description}`}>
                  <Change change={change} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

const looks: Readonly<Record<RecipeChange['kind'], BadgeProps['look']>> = {
  added: 'good',
  removed: 'bad',
  moved: undefined,
  changed: 'busy',
};

function Change({ change }: { readonly change: RecipeChange }) {
  const { kind, description, before, after } = change;
  return (
    <>
      <p>
        <Badge look={looks[kind]}>{kinds[kind]}</Badge> {description}
      </p>
      {(isLong(before) || isLong(after)) && (
        <Facts
          facts={[
            [
              'Before',
              before === undefined ? undefined : <code key="before">{JSON.stringify(before)}</code>,
            ],
            [
              'After',
              after === undefined ? undefined : <code key="after">{JSON.stringify(after)}</code>,
            ],
          ]}
        />
      )}
    </>
  );
}

/** Whether the sentence has to cut a value short, at 120 characters. */
function isLong(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length > 120;
}
