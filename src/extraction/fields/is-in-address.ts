import { decodePercent } from '../../runtime/unicode/decode-percent.ts';
import { joinName, listPlainForms } from '../lexicon/fold-label.ts';

/** The number of a page before or behind its name in an address, and the ending of a file. */
const besideName = /^\d+[-_]|[-_]\d+(?=$|\.)|\.\p{L}{2,5}$/gu;

/** Whether a step of an address is a name, with its marks or without them. */
export function isInAddress(name: unknown, url: string): boolean {
  const key = joinName(String(name));
  const forms = new Set([key, ...listPlainForms(key)]);
  const steps = decodePercent(URL.parse(url)?.pathname ?? '').split('/');
  return key !== '' && steps.some((step) => forms.has(joinName(step.replace(besideName, ''))));
}
