import { chainHashes } from '../unicode/chain-hashes.ts';

/** The words of a text in order, found by their characters without regard to case and punctuation. */
export interface TextWords {
  /**
   * Returns where the words of a value follow each other in the text, at most `limit` places in order; none for a value
   * without words, and once all that was looked up took the most work that is done for one text.
   */
  find(value: string, limit: number): readonly TextPlace[];
  /** How many words lie between two offsets. */
  count(start: number, end: number): number;
}

/** Offsets into the text: of the first word's first character, and behind the last word. */
export interface TextPlace {
  readonly start: number;
  readonly end: number;
}

/** Words of a value that are compared; what follows in a longer one is not looked at. */
const maxWords = 24;
/** Words of the text that are looked at for all values together: a page's longest table takes less than a tenth. */
const maxLooks = 20_000_000;

/** Indexes the words of a text. Takes time and room in proportion to its length: 16 bytes a word. */
export function indexWords(text: string): TextWords {
  const { hashes, starts, ends } = readWords(text, text.length / 2 + 1);
  const chains = chainHashes(hashes);
  let looks = 0;
  /** How many words start before an offset. */
  const countBefore = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    count: (start, end) => countBefore(end) - countBefore(start),
    find(value, limit) {
      const wanted = readWords(value, maxWords).hashes;
      let rarest = 0;
      wanted.forEach((hash, at) => {
        if (chains.count(hash) < chains.count(wanted[rarest] ?? 0)) rarest = at;
      });
      const places: TextPlace[] = [];
      const [head] = wanted;
      if (head === undefined) return places;
      let at = chains.first(wanted[rarest] ?? head);
      for (; at >= 0 && places.length < limit && looks < maxLooks; at = chains.next(at)) {
        const from = at - rarest;
        let same = 0;
        while (same < wanted.length && hashes[from + same] === wanted[same]) same += 1;
        looks += 1 + same;
        if (same < wanted.length) continue;
        places.push({ start: starts[from] ?? 0, end: ends[from + same - 1] ?? 0 });
      }
      return places;
    },
  };
}

interface Words {
  readonly hashes: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Reads the first words of a text: runs of letters, runs of digits, and single characters of scripts without spaces. */
function readWords(text: string, most: number): Words {
  const lower = text.toLowerCase();
  // A few letters become longer in lower case, which would move all places behind them.
  const folded = lower.length === text.length ? lower : text;
  const hashes = new Int32Array(Math.min(most, folded.length));
  const starts = new Int32Array(hashes.length);
  const ends = new Int32Array(hashes.length);
  let count = 0;
  let kind = gap;
  let hash = 0;
  for (let at = 0; at <= folded.length; at += 1) {
    const code = at < folded.length ? folded.charCodeAt(at) : space;
    const now = kindOf(code);
    if (kind !== gap && (now !== kind || kind === single)) {
      hashes[count] = hash;
      ends[count] = at;
      count += 1;
      kind = gap;
      if (count === hashes.length) break;
    }
    if (now === gap) continue;
    if (kind === gap) {
      starts[count] = at;
      hash = fnvBasis;
      kind = now;
    }
    hash = Math.imul(hash ^ code, fnvPrime);
  }
  return {
    hashes: hashes.subarray(0, count),
    starts: starts.subarray(0, count),
    ends: ends.subarray(0, count),
  };
}

const fnvBasis = 0x81_1c_9d_c5;
const fnvPrime = 0x01_00_01_93;
const space = 0x20;

type Kind = 0 | 1 | 2 | 3;
const gap: Kind = 0;
const letter: Kind = 1;
const digit: Kind = 2;
const single: Kind = 3;

const asciiKinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return letter;
  return /\d/.test(character) ? digit : gap;
});

function kindOf(code: number): Kind {
  if (code < 0x80) return asciiKinds[code] as Kind;
  // Latin-1: signs, but for three fractions and three letters among them.
  if (code < 0xc0) return code >= 0xbc && code <= 0xbe ? digit : gap;
  if (code === 0xd7 || code === 0xf7) return gap;
  // Punctuation, currencies, arrows, forms; then those of East Asia.
  if ((code >= 0x20_00 && code < 0x2c_00) || (code >= 0x30_00 && code < 0x30_40)) return gap;
  // Thai, Lao, Myanmar, Khmer; kana and Chinese characters.
  if (code >= 0x0e_00 && code < 0x10_a0) return code >= 0x0f_00 && code < 0x10_00 ? letter : single;
  if (code >= 0x17_80 && code < 0x18_00) return single;
  if (code >= 0x30_40 && code < 0xa0_00) return single;
  // Surrogates: pictures mostly, and rare characters.
  return code >= 0xd8_00 && code < 0xf9_00 ? gap : letter;
}
