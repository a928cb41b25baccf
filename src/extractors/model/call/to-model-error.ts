import { APICallError, LoadAPIKeyError } from '@ai-sdk/provider';
import { advice } from '../../../errors/advice.ts';
import { GleanerError, isGleanerError } from '../../../errors/gleaner-error.ts';

/** Answers that blame the request itself: sending it again cannot help. Source: RFC 9110, sections 15.5.1, .5, .14 and .21. */
const requestFaults: ReadonlySet<number> = new Set([400, 404, 413, 422]);

/** Codes of Node and undici for a connection that failed or broke. */
const networkCode =
  /^(?:UND_ERR_(?:SOCKET|CLOSED|DESTROYED|\w+_TIMEOUT)|ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENET|ERR_TLS|CERT_)/;

/** Deep enough for the AI SDK's and undici's wrapping, and a bound on cycles. */
const maxCauses = 8;

/**
 * The error of a failed model call: `service_unavailable` where the same call may succeed later, else
 * `validation_failed`. The message names the model and the status alone: what the provider wrote may repeat the key or
 * the page, and stays in `cause`.
 */
export function toModelError(error: unknown, modelId: string): GleanerError {
  // A package of the AI SDK that is not installed.
  if (isGleanerError(error)) return error;
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status !== undefined && status >= 400) {
    if (requestFaults.has(status)) {
      return toFailure(`its provider refused the request with status ${status}`, error, modelId);
    }
    return toUnavailable(`its provider answered with status ${status}`, error, modelId);
  }
  if (LoadAPIKeyError.isInstance(error)) {
    return toUnavailable('its provider has no API key', error, modelId);
  }
  // Without a status there was no answer; with 200 the connection may still have broken in the middle of it.
  if ((APICallError.isInstance(error) && status === undefined) || isConnectionFault(error)) {
    return toUnavailable(
      'its provider could not be reached, or the connection broke',
      error,
      modelId,
    );
  }
  return toFailure('its provider sent something that is no answer', error, modelId);
}

function toUnavailable(what: string, cause: unknown, modelId: string): GleanerError {
  return new GleanerError(
    'service_unavailable',
    `Could not ask the model "${modelId}": ${what}. ${advice.checkModel}`,
    { cause },
  );
}

function toFailure(what: string, cause: unknown, modelId: string): GleanerError {
  return new GleanerError('validation_failed', `Could not ask the model "${modelId}": ${what}.`, {
    cause,
    details: { reason: 'model_failed' },
  });
}

function isConnectionFault(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < maxCauses && current instanceof Error; depth += 1) {
    const code = 'code' in current ? current.code : undefined;
    if (typeof code === 'string' && networkCode.test(code)) return true;
    current = current.cause;
  }
  return false;
}
