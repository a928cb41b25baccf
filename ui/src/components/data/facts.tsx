import { Fragment, type ReactNode } from 'react';

export interface FactsProps {
  /** Facts without a value are left out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names beside their values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === undefined || value === null ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
