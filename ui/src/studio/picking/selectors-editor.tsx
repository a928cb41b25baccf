import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import type { Selector, Selectors } from '../client/shapes.ts';
import { findSelector, toSelectorText } from './selector-text.ts';

export interface SelectorsEditorProps {
  readonly label: string;
  readonly selectors: Selectors;
  /** What each selector finds, as a sentence, in their order; those that were changed since have none. */
  readonly counts?: readonly (string | undefined)[];
  readonly onChange: (selectors: Selectors) => void;
}

/** Alternative selectors in the order in which they are tried: written, ranked, added, removed. */
export function SelectorsEditor({ label, selectors, counts = [], onChange }: SelectorsEditorProps) {
  const [lines, setLines] = useState(() =>
    selectors.map((selector, index) => ({
      id: index,
      selector,
      text: toSelectorText(selector),
      known: toSelectorText(selector),
      count: counts[index],
    })),
  );
  const change = (next: typeof lines): void => {
    setLines(next);
    // What was not changed keeps its form: a chain of one part is no other selector.
    onChange(
      next.flatMap(({ selector, text, known }) =>
        toList(text === known ? selector : findSelector(text)),
      ),
    );
  };
  const move = (from: number, to: number): void => {
    const next = [...lines];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
  };
  return (
    <fieldset className="stack stack-tight">
      <legend className="legend">{label}</legend>
      <ol className="selectors">
        {lines.map((line, index) => (
          <li key={line.id}>
            <input
              className="input mono"
              aria-label={`Selector ${index + 1}`}
              spellCheck={false}
              value={line.text}
              onChange={({ target }) =>
                change(lines.map((one) => (one === line ? { ...one, text: target.value } : one)))
              }
            />
            <div className="row">
              <span className="soft small">
                {line.text === line.known ? line.count : 'changed'}
              </span>
              <Button
                look="quiet"
                disabled={index === 0}
                aria-label={`Move selector ${index + 1} up`}
                onClick={() => move(index, index - 1)}
              >
                ↑
              </Button>
              <Button
                look="quiet"
                disabled={index === lines.length - 1}
                aria-label={`Move selector ${index + 1} down`}
                onClick={() => move(index, index + 1)}
              >
                ↓
              </Button>
              <Button
                look="quiet"
                aria-label={`Remove selector ${index + 1}`}
                onClick={() => change(lines.filter((one) => one !== line))}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button
          look="quiet"
          onClick={() => {
            const id = Math.max(-1, ...lines.map((line) => line.id)) + 1;
            setLines([...lines, { id, selector: '', text: '', known: ' ', count: undefined }]);
          }}
        >
          Add a selector
        </Button>
      </div>
      <p className="field-hint">
        {'CSS, or with aria/, text/, xpath/ or pierce/ in front; >>> leads into a shadow root.'}
      </p>
    </fieldset>
  );
}

function toList(selector: Selector | undefined): Selectors {
  return selector === undefined ? [] : [selector];
}
