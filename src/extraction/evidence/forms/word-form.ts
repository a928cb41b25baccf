import { splitWords } from '../../lexicon/fold-label.ts';
import { noWords, yesWords } from '../../values/yes-no-words.ts';
import { type EvidenceForm, maxHits } from './evidence-form.ts';

/** Single letters and digits stand everywhere for other things. */
const isDistinctive = (word: string): boolean => !/^[a-z\d×]$/.test(word);
const distinctiveYes = [...yesWords].filter(isDistinctive);
const distinctiveNo = [...noWords].filter(isDistinctive);
const machineName = /^[A-Za-z]+(?:[_-][A-Za-z]+)+$|^[A-Z]?[a-z]+(?:[A-Z][a-z]+)+$/;

export const booleanForm: EvidenceForm = ({ index }) => ({
  isOnly: ({ value }) => typeof value === 'boolean',
  find({ value }) {
    const words = typeof value !== 'boolean' ? [] : value ? distinctiveYes : distinctiveNo;
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
