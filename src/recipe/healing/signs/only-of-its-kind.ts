import type { ElementFingerprint, TargetFingerprint } from '../../../contracts/fingerprint.ts';
import { controlKind } from './control-kind.ts';
import { sameWords } from './said-words.ts';
import { textLikeness } from './text-likeness.ts';

type Surroundings = NonNullable<TargetFingerprint['onlyIn']>;

/** Where the element is the only control of its kind among these: the one check box of its row, the one text field of the page. */
export function onlyOfItsKind(
  element: ElementFingerprint,
  others: readonly ElementFingerprint[],
): Surroundings {
  const alike = others.filter(
    (other) => other.isInteractive && controlKind(other) === controlKind(element),
  );
  const form = formOf(element);
  const found: Surroundings[number][] = [];
  if (element.row !== '' && !alike.some((other) => isSameRow(element, other))) found.push('row');
  if (form !== '' && !alike.some((other) => formOf(other) === form)) found.push('form');
  if (alike.length === 0) found.push('page');
  return found;
}

/** Whether two elements stand in rows that say the same. */
export function isSameRow(one: ElementFingerprint, other: ElementFingerprint): boolean {
  return textLikeness(one.row, other.row) >= sameWords;
}

/** The path of the innermost form; empty where there is none. */
function formOf({ tagPath, indexedPath }: ElementFingerprint): string {
  const depth = Math.max(...['form', 'fieldset', 'dialog'].map((tag) => tagPath.lastIndexOf(tag)));
  return indexedPath.slice(0, depth + 1).join(' > ');
}
