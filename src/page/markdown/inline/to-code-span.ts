const backticks = /`+/g;

/** Code as a span in a line, fenced by a number of backticks that the code does not hold. */
export function toCodeSpan(code: string): string {
  const longest = longestRun(code);
  const fence = '`'.repeat(longest + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return fence + pad + code + pad + fence;
}

function longestRun(code: string): number {
  let longest = 0;
  for (const [run] of code.matchAll(backticks)) longest = Math.max(longest, run.length);
  return longest;
}
