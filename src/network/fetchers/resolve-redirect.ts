import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { type Egress, parseUrl, refuseUrl } from '../egress/create-egress.ts';

// Fetch standard, "redirect status".
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The URL that a redirect leads to. What is wrong with its text is a fault of the page (`validation_failed`); a host that the
 * guard refuses is one of `url`, as it is without a redirect (`invalid_request`). Messages do not repeat the target: it is
 * text of the page.
 */
export function resolveRedirect(egress: Egress, from: URL, location: string): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (target === undefined) throw unfollowable();
  // Fetch standard, "HTTP-redirect fetch": the fragment is inherited.
  if (target.hash === '') target.hash = from.hash;
  const hasCredentials = target.username !== '' || target.password !== '';
  target.username = '';
  target.password = '';
  orElse(unfollowable, () => parseUrl(target.href));
  const url = orElse(refusedTarget, () => egress.parseUrl(target.href));
  if (hasCredentials) throw unfollowable();
  return url;
}

/** What `work` returns; where it throws `invalid_request`, throws another error instead. */
function orElse<Result>(toError: () => GleanerError, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw isGleanerError(error, 'invalid_request') ? toError() : error;
  }
}

function unfollowable(): GleanerError<'validation_failed'> {
  const message =
    'The page redirects to something that is no URL of a page, or to a URL that is too long.';
  return new GleanerError('validation_failed', message, { details: { reason: 'fetch_failed' } });
}

function refusedTarget(): GleanerError<'invalid_request'> {
  return refuseUrl('`url` redirects to a place that may not be reached.');
}
