import type { ElementFingerprint } from '../../../contracts/recipe/fingerprint.ts';

/** What people do with a control: type or choose a value, switch it on and off, or press it. */
export type ControlKind = 'entry' | 'choice' | 'press';

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
