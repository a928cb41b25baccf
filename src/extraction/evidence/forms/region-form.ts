import { lazily } from '../../../runtime/collections.ts';
import { findNumberLocale } from '../../values/numbers/number-locale.ts';
import { foldNeedle } from '../fold-for-search.ts';
import { type EvidenceForm, maxHits } from './evidence-form.ts';

const languageCode = /^[a-z]{2,3}$/i;
const countryCode = /^[A-Z]{2}$/;
/** Names that are words of another meaning as well, and shorter ones, tell nothing. */
const shortestName = 4;

/** A language or a country by its code: "de" as "German" and "Deutsch", "DE" as "Germany", where the page names the property. */
export const regionForm: EvidenceForm = ({ index, place }) => {
  const names = lazily(() => {
    const tags = [...new Set([findNumberLocale(place)?.tag ?? 'en', 'en'])];
    return {
      language: tags.map(
        (tag) => new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }),
      ),
      region: tags.map((tag) => new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' })),
    };
  });
  return {
    find({ value, text, kind, words }) {
      if (typeof value !== 'string') return [];
      const isLanguage = kind === 'language' || words.includes('language');
      const isCountry = words.includes('country');
      if (isLanguage === isCountry) return [];
      if (!(isLanguage ? languageCode : countryCode).test(text)) return [];
      const known = isLanguage ? names().language : names().region;
      return known
        .flatMap((each) => each.of(text) ?? [])
        .filter((name) => name.length >= shortestName)
        .flatMap((name) => index.find(foldNeedle(name), maxHits) ?? [])
        .map((hit) => ({ ...hit, rule: 'code', naming: isLanguage ? 'needed' : undefined }));
    },
  };
};
