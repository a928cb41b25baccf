import { PageHeader } from '../components/layout/page-header.tsx';
import { toHref } from '../app/use-place.ts';

/** The view of a place that does not exist. */
export function NotFound() {
  return (
    <>
      <PageHeader
        title="Nothing here"
        lead="This address leads to no view. It may have been mistyped."
      />
      <a href={toHref('/')}>To the overview</a>
    </>
  );
}
