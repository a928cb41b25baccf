export interface BarChartProps {
  /** What the chart shows, for screen readers. */
  readonly label: string;
  /** The parts that each bar is made of, from below. */
  readonly series: readonly string[];
  /** Bars from left to right; `values` are in the order of `series`. */
  readonly bars: readonly {
    readonly id: string;
    readonly label: string;
    readonly values: readonly number[];
  }[];
  /** The sum that fills the height. @default the largest */
  readonly most?: number;
}

const height = 100;
/** Of a bar's place, so that neighbours stand apart. */
const width = 0.72;

/** Stacked bars from 0, with the largest sum named; the same figures as a table for screen readers. */
export function BarChart({ label, series, bars, most }: BarChartProps) {
  const sums = bars.map((bar) => bar.values.reduce((sum, value) => sum + value, 0));
  const full = most ?? Math.max(1, ...sums);
  const number = new Intl.NumberFormat('en');
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${Math.max(1, bars.length)} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((bar, index) => {
          let below = 0;
          return (
            <g key={bar.id}>
              <title>{`${bar.label}: ${number.format(sums[index] ?? 0)}`}</title>
              {bar.values.map((value, part) => {
                const size = (value / full) * (height - 1);
                below += size;
                return (
                  <rect
                    key={series[part]}
                    className={`chart-bar chart-bar-${part}`}
                    x={index + (1 - width) / 2}
                    y={height - below}
                    width={width}
                    height={size}
                  />
                );
              })}
            </g>
          );
        })}
        <line className="chart-base" x1="0" y1={height} x2={bars.length} y2={height} />
      </svg>
      <div className="chart-foot" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      {series.length > 1 && (
        <ul className="legend-list" aria-hidden="true">
          {series.map((name, part) => (
            <li key={name}>
              <svg viewBox="0 0 10 10">
                <rect className={`chart-bar chart-bar-${part}`} width="10" height="10" rx="2" />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      {/* A table takes the room of its cells, whatever its own size. */}
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <td />
              {series.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.id}>
                <th scope="row">{bar.label}</th>
                {bar.values.map((value, part) => (
                  <td key={series[part]}>{number.format(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
