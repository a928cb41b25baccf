const romanSigns: readonly (readonly [value: number, sign: string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
/** As browsers have it: beyond that Roman numbers are digits. */
const maxRoman = 3_999;

/** A list item's number by the list's `type`: `a` and `A` letters, `i` and `I` Roman, digits for all else. */
export function toOrdinal(number: number, type: string): string {
  switch (type) {
    case 'a':
    case 'A': {
      const letters = toLetters(number);
      return type === 'a' ? letters : letters.toUpperCase();
    }
    case 'i':
    case 'I': {
      const roman = toRoman(number);
      return type === 'i' ? roman : roman.toUpperCase();
    }
    default: {
      return `${number}`;
    }
  }
}

function toLetters(number: number): string {
  if (number < 1) return `${number}`;
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCodePoint(0x61 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

function toRoman(number: number): string {
  if (number < 1 || number > maxRoman) return `${number}`;
  let rest = number;
  let roman = '';
  for (const [value, sign] of romanSigns) {
    for (; rest >= value; rest -= value) roman += sign;
  }
  return roman;
}
