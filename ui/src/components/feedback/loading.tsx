import { texts } from '../../texts/en.ts';

/** The place of what is being read. */
export function Loading() {
  return (
    <div className="skeleton" role="status" aria-label={texts.common.loading}>
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}
