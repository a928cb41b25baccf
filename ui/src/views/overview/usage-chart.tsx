import type { DayOfUsage } from '../../api/shapes.ts';
import { BarChart } from '../../components/data/bar-chart.tsx';
import { formatNumber } from '../../components/data/format-number.ts';

const kindNames = { run: 'Runs', extract: 'Extractions', scrape: 'Pages' };

export interface UsageChartProps {
  /** Days without any are left out. */
  readonly usage: readonly DayOfUsage[];
}

const dayMs = 86_400_000;
const kinds = ['run', 'extract', 'scrape'] as const;
const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Credits of the last 30 days by day (UTC) and kind of work. */
export function UsageChart({ usage }: UsageChartProps) {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const days = Array.from({ length: 30 }, (_, index) => today - (29 - index) * dayMs);
  const charged = new Map(usage.map((day) => [`${day.dayMs} ${day.kind}`, day.credits]));
  const total = usage.reduce((sum, day) => sum + day.credits, 0);
  if (total === 0) return <p className="soft">No credits were used in the last 30 days.</p>;
  return (
    <div className="card">
      <p className="soft">{`${formatNumber(total)} credits in the last 30 days`}</p>
      <BarChart
        label="Credits used by day"
        series={kinds.map((kind) => kindNames[kind])}
        bars={days.map((day) => ({
          id: String(day),
          label: dayName.format(day),
          values: kinds.map((kind) => charged.get(`${day} ${kind}`) ?? 0),
        }))}
      />
    </div>
  );
}
