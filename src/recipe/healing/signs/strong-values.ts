import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../../contracts/recipe/fingerprint.ts';

/** Features by which a page's author distinguishes one element from another. */
export type StrongFeature = 'testid' | 'id' | 'name' | 'href' | 'label' | 'hint' | 'value';

export const strongFeatures: readonly StrongFeature[] = [
  'testid',
  'id',
  'name',
  'href',
  'label',
  'hint',
  'value',
];

/** Names under which pages keep ids for tests. */
const testIds = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'] as const;

/** Attributes that say in words what an element is for. */
export const hints = ['placeholder', 'title', 'alt', 'aria-label'] as const;

/** The value of a strong feature; empty where the element has none. */
export function strongValue(element: ElementFingerprint, feature: StrongFeature): string {
  const { attributes } = element;
  switch (feature) {
    case 'testid':
      return firstOf(attributes, testIds);
    case 'id':
      return element.id;
    case 'label':
      return element.label;
    case 'hint':
      return firstOf(attributes, hints);
    case 'href':
      return isAddress(attributes['href'] ?? '') ? (attributes['href'] ?? '') : '';
    case 'name':
    case 'value':
      return attributes[feature] ?? '';
    default:
      return feature satisfies never;
  }
}

/** Those that are no words: a sign beside what an element is called. */
export const keyFeatures: readonly StrongFeature[] = ['testid', 'id', 'name', 'href', 'value'];

/** Whether a feature that was this element's alone when it was learnt still has its value. */
export function keepsStrongValue(
  fingerprint: TargetFingerprint,
  candidate: ElementFingerprint,
  features: readonly StrongFeature[] = strongFeatures,
): boolean {
  return features.some((feature) => {
    const value = strongValue(fingerprint.element, feature);
    return (
      value !== '' &&
      fingerprint.unique.includes(feature) &&
      value === strongValue(candidate, feature)
    );
  });
}

/** Whether an attribute belongs to the test ids, which are compared by themselves. */
export function isTestId(name: string): boolean {
  return (testIds as readonly string[]).includes(name);
}

/** Of the words of an element's hints. */
export function hintText({ attributes }: ElementFingerprint): string {
  return hints
    .map((name) => attributes[name] ?? '')
    .join(' ')
    .trim();
}

/** `#` and scripts lead nowhere that could be known again. */
function isAddress(href: string): boolean {
  return href !== '' && href !== '#' && !/^\s*javascript:/i.test(href);
}

function firstOf(attributes: Readonly<Record<string, string>>, names: readonly string[]): string {
  for (const name of names) {
    const value = attributes[name];
    if (value !== undefined && value !== '') return value;
  }
  return '';
}
