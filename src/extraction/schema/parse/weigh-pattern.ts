/** `x{1000}` is a thousand times `x` for an engine that does not backtrack. */
const repetitionFactor = 1_000;
const plainFactor = 16;

/** How much work a pattern is to match, in steps for a text of usual length. */
export function weighPattern(pattern: string): number {
  return pattern.length * (pattern.includes('{') ? repetitionFactor : plainFactor);
}
