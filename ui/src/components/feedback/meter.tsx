export interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

/** How much of a limit is used. */
export function Meter({ label, value, max }: MeterProps) {
  const part = max === 0 ? 1 : Math.min(1, value / max);
  return (
    <svg
      className="meter"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    >
      <rect className="meter-track" width="100" height="6" />
      <rect
        className={part >= 1 ? 'meter-fill is-full' : 'meter-fill'}
        width={part * 100}
        height="6"
      />
    </svg>
  );
}
