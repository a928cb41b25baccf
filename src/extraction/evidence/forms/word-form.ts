import { splitWords } from '../../lexicon/fold-label.ts';
import { type EvidenceForm, maxHits } from './evidence-form.ts';

/** Looked for where the property is named, in the languages of most pages. */
const yesWords = 'true yes ja oui sí sim tak да 是 はい ✓ ✔'.split(' ');
const noWords = 'false no nein non nee nej nie нет 否 いいえ ✗ ✘'.split(' ');
const machineName = /^[A-Za-z]+(?:[_-][A-Za-z]+)+$|^[A-Z]?[a-z]+(?:[A-Z][a-z]+)+$/;

export const booleanForm: EvidenceForm = ({ index }) => ({
  isOnly: ({ value }) => typeof value === 'boolean',
  find({ value }) {
    const words = typeof value !== 'boolean' ? [] : value ? yesWords : noWords;
    return words
      .flatMap((word) => index.find(word, maxHits) ?? [])
      .map((hit) => ({ ...hit, rule: 'yes or no' }));
  },
});

/** The member of an enumeration as programs write it: `full_time` for "full time". */
export const enumForm: EvidenceForm = ({ index }) => ({
  find({ text }) {
    if (!machineName.test(text)) return [];
    const hits = index.find(splitWords(text).join(' '), maxHits) ?? [];
    return hits.map((hit) => ({ ...hit, rule: 'enum' }));
  },
});
