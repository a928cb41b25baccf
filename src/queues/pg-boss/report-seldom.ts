/** Every worker asks for runs twice a second, and each fails while the database is away. */
const pauseMs = 60_000;
/** What pg-boss adds to a message: it tells one worker from another. */
const workerSuffix = / \(Queue: .*\)$/;

/** Reports an error unless one with the same message was reported in the last minute. */
export function reportSeldom(report: (error: unknown) => void): (error: unknown) => void {
  const reportedAtMs = new Map<string, number>();
  return (thrown) => {
    const error = toError(thrown);
    const nowMs = performance.now();
    for (const [message, atMs] of reportedAtMs) {
      if (nowMs - atMs > pauseMs) reportedAtMs.delete(message);
    }
    if (reportedAtMs.has(error.message)) return;
    reportedAtMs.set(error.message, nowMs);
    report(error);
  };
}

/** pg-boss emits objects that have the members of an error and are none. */
function toError(thrown: unknown): Error {
  const message =
    typeof thrown === 'object' && thrown !== null && 'message' in thrown
      ? String(thrown.message)
      : String(thrown);
  const cause = thrown instanceof Error ? { cause: thrown } : undefined;
  return new Error(message.replace(workerSuffix, ''), cause);
}
