import type { ReactNode } from 'react';

export interface EmptyProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** What stands where a list has nothing yet: what it is for, and how to begin. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
