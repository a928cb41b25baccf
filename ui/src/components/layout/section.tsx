import { useId, type ReactNode } from 'react';

export interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Links or buttons beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a view, with a heading of its own. */
export function Section({ title, lead, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {lead !== undefined && <p className="soft">{lead}</p>}
      {children}
    </section>
  );
}
