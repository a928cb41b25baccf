import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ScheduleView } from '../../../../src/web/dashboard/dashboard-api.ts';
import { callApi } from '../../api/call-api.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';

/** Asks for the next five moments of an expression in its time zone, before it is saved. */
export function useNextTicks({ cron, timeZone }: Pick<ScheduleView, 'cron' | 'timeZone'>) {
  const body = { cron: cron.trim(), timeZone: timeZone.trim() };
  return useQuery({
    queryKey: ['POST /ticks', body],
    queryFn: () => callApi('POST /ticks', { body }),
    placeholderData: keepPreviousData,
  });
}

export interface NextTicksProps {
  readonly ticks: ReturnType<typeof useNextTicks>;
  readonly timeZone: string;
}

/** The next moments, or why there are none. */
export function NextTicks({ ticks, timeZone }: NextTicksProps) {
  return (
    <section className="stack stack-tight" aria-label="Next five ticks">
      <h3>Next five ticks</h3>
      {ticks.error !== null && <FailureNotice error={ticks.error} />}
      {ticks.error === null && (
        <ol className="soft small">
          {ticks.data?.nextMs.map((ms) => (
            <li key={ms}>{format(ms, timeZone)}</li>
          ))}
        </ol>
      )}
      {ticks.error === null && ticks.data?.nextMs.length === 0 && (
        <p>This expression has no next tick.</p>
      )}
    </section>
  );
}

function format(ms: number, timeZone: string): string {
  const style = { dateStyle: 'full', timeStyle: 'short' } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...style, timeZone }).format(ms);
  } catch {
    // While a name is being typed, the moments of the last valid one are still shown.
    return new Intl.DateTimeFormat('en', style).format(ms);
  }
}
