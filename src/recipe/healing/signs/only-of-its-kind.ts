import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../../contracts/recipe/fingerprint.ts';
import { controlKind } from './control-kind.ts';

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
  if (element.row !== '' && !alike.some(({ row }) => row === element.row)) found.push('row');
  if (form !== '' && !alike.some((other) => formOf(other) === form)) found.push('form');
  if (alike.length === 0) found.push('page');
  return found;
}

/** The path of the innermost form; empty where there is none. */
function formOf({ tagPath, indexedPath }: ElementFingerprint): string {
  const depth = Math.max(...['form', 'fieldset', 'dialog'].map((tag) => tagPath.lastIndexOf(tag)));
  return indexedPath.slice(0, depth + 1).join(' > ');
}
