import { getOrMake } from '../../runtime/collections.ts';
import { joinName } from '../lexicon/fold-label.ts';
import { type NumberPlace, findNumberLocale } from './numbers/number-locale.ts';

const codeByName = new Map<string, ReadonlyMap<string, string>>();
const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
/** Characters; no name of a language is longer. */
const maxName = 40;

/** The code of a language by its name in English or in the language of the place: "German" and "Deutsch" are `de`. */
export function parseLanguage(text: string, place: NumberPlace): string | undefined {
  if (text.length > maxName) return undefined;
  const name = joinName(text);
  for (const tag of ['en', findNumberLocale(place)?.tag ?? 'en']) {
    const code = getOrMake(codeByName, tag, () => listNames(tag)).get(name);
    if (code !== undefined) return code;
  }
  return undefined;
}

function listNames(tag: string): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    codes.flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[joinName(name), code] as const];
    }),
  );
}
