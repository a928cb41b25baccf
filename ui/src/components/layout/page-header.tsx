import { useEffect, type ReactNode } from 'react';

export interface PageHeaderProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The page above this one. */
  readonly parent?: { readonly href: string; readonly label: string };
  /** Buttons at the right. */
  readonly children?: ReactNode;
}

/** The heading of a view; it is the document's title too. */
export function PageHeader({ title, lead, parent, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Gleaner`;
  }, [title]);
  return (
    <header className="page-header">
      <div>
        {parent !== undefined && (
          <a className="crumb" href={parent.href}>
            {parent.label}
          </a>
        )}
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {children !== undefined && <div className="actions">{children}</div>}
    </header>
  );
}
