import type { ReactNode } from 'react';

export interface BadgeProps {
  readonly look?: 'good' | 'bad' | 'busy' | undefined;
  readonly children: ReactNode;
}

/** The state of a thing: a word, with a dot in its colour. */
export function Badge({ look, children }: BadgeProps) {
  return <span className={look === undefined ? 'badge' : `badge badge-${look}`}>{children}</span>;
}
