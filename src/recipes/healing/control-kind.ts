import { maxOf } from '../../runtime/collections.ts';
import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../runtime/contracts/recipe/fingerprint.ts';

/** What people do with a control: type or choose a value, switch it on and off, or press it. */
type ControlKind = 'entry' | 'choice' | 'press';

const kinds: Readonly<Record<string, ControlKind>> = {
  checkbox: 'choice',
  combobox: 'entry',
  listbox: 'entry',
  menuitemcheckbox: 'choice',
  menuitemradio: 'choice',
  radio: 'choice',
  searchbox: 'entry',
  slider: 'entry',
  spinbutton: 'entry',
  switch: 'choice',
  textbox: 'entry',
};

/** The kind of a control. Rewritten pages make buttons of links, and switches of check boxes: the kind stays. */
export function controlKind({ role }: Pick<ElementFingerprint, 'role'>): ControlKind {
  return kinds[role] ?? 'press';
}

/** Whether two controls are of different kinds. An element without a role may be any control that a page has made itself. */
export function isOtherKind(one: ElementFingerprint, other: ElementFingerprint): boolean {
  return one.role !== '' && other.role !== '' && controlKind(one) !== controlKind(other);
}

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
  const depth = maxOf(['form', 'fieldset', 'dialog'].map((tag) => tagPath.lastIndexOf(tag)));
  return indexedPath.slice(0, depth + 1).join(' > ');
}
