/** A number and the range in which it lies in 95 of 100 drawings of the sites. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}
