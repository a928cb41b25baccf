import { PageHeader } from '../components/layout/page-header.tsx';
import { toHref } from '../app/use-place.ts';
import { texts } from '../texts/en.ts';

/** The view of a place that does not exist. */
export function NotFound() {
  return (
    <>
      <PageHeader title={texts.notFound.title} lead={texts.notFound.lead} />
      <a href={toHref('/')}>{texts.notFound.back}</a>
    </>
  );
}
