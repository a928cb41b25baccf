import { Button } from '../../components/controls/button.tsx';
import type { NearestElement } from '../client/shapes.ts';
import { useAct, useStudio } from '../client/studio-context.ts';

export interface NearestElementsProps {
  readonly nearest: readonly NearestElement[];
  /** Of the target that was not found: JSON Pointer to its selectors. */
  readonly path: string;
}

/** The elements that would do in the place of one that was not found; one is taken by a press. */
export function NearestElements({ nearest, path }: NearestElementsProps) {
  const studio = useStudio();
  const [act, isBusy] = useAct();
  return (
    <div className="stack stack-tight">
      <strong>Nearest elements that would do</strong>
      <ul className="plain-list">
        {nearest.map((element, index) => (
          <li key={index} className="row">
            <span className="wrap">{element.description}</span>
            <Button
              isBusy={isBusy}
              aria-label={`Use this one: ${element.description}`}
              onClick={() =>
                act(() => studio.repair({ path, choice: 'replace', selectors: element.selectors }))
              }
            >
              Use this one
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
