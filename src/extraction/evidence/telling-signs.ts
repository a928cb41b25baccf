/** Signs that change what is said, in order, of what stands between two words of a text; other punctuation may differ. */
export function listTellingSigns(gap: string, left: string, right: string): string {
  if (!mayTell.test(gap)) return '';
  const isBehindDigit = /\p{N}$/u.test(left);
  const isBeforeDigit = /^\p{N}/u.test(right);
  const minus = left === '' ? leadingMinus : spacedMinus;
  const minusAt = isBeforeDigit ? gap.search(minus) : -1;
  return Array.from(gap, (sign, at) => {
    if (always.test(sign)) return sign;
    if (sign === '#') return at === 0 && /\p{L}$/u.test(left) ? sign : '';
    if (percent.test(sign)) return isBehindDigit ? sign : '';
    if (bound.test(sign)) return isBeforeDigit ? sign : '';
    return at === minusAt ? sign : '';
  }).join('');
}

/** Whether a text has the signs of another one between two words; the signs of currencies may be left out. */
export function hasSigns(found: string, wanted: string): boolean {
  return found === wanted || (wanted === '' && /^\p{Sc}*$/u.test(found));
}

/** Whether a text that is cut out between two others has the signs around it that it is said to have, and no minus beside these. */
export function hasSignsAround(found: SignsAround, wanted: SignsAround): boolean {
  return (
    found.before.endsWith(wanted.before) &&
    found.after.startsWith(wanted.after) &&
    // "-20%" is a reduction by 20%.
    (!found.before.includes('-') || wanted.before.includes('-') || wanted.after.includes('%'))
  );
}

export interface SignsAround {
  readonly before: string;
  readonly after: string;
}

const mayTell = /[\p{Sc}+#%‰<>≤≥≠≈±-]/u;
const always = /^[\p{Sc}+]$/u;
const percent = /^[%‰]$/;
const bound = /^[<>≤≥≠≈±]$/;
/** A hyphen before a number, and not between two words or as a dash. */
const spacedMinus = /(?<=[\s:;,(|])-\p{Sc}?$/u;
const leadingMinus = /(?<=^|[\s:;,(|])-\p{Sc}?$/u;
