import { Fragment } from 'react';
import type { Mark } from './find-marks.ts';

export interface SeenPageProps {
  readonly text: string;
  /** In order and without overlaps. */
  readonly marks: readonly Mark[];
}

/** The text of a page with the places of values marked; each mark names its value. */
export function SeenPage({ text, marks }: SeenPageProps) {
  return (
    <div className="stack stack-tight">
      <p className="soft small">Marked: where the values stand.</p>
      <div className="seen-page" role="region" aria-label="Page" tabIndex={0}>
        {marks.map((mark, index) => (
          <Fragment key={mark.path}>
            {text.slice(marks[index - 1]?.end ?? 0, mark.start)}
            <mark title={mark.path}>{text.slice(mark.start, mark.end)}</mark>
          </Fragment>
        ))}
        {text.slice(marks.at(-1)?.end ?? 0)}
      </div>
    </div>
  );
}
