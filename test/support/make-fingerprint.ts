import type { ElementFingerprint } from '../../src/runtime/contracts/recipe/fingerprint.ts';

/** A button of a form, with what a test says differently. */
export function makeFingerprint(given: Partial<ElementFingerprint> = {}): ElementFingerprint {
  const { name = 'Send', text = name } = given;
  return {
    tag: 'button',
    role: 'button',
    name,
    text,
    label: '',
    id: '',
    classes: ['btn'],
    attributes: {},
    tagPath: ['html', 'body', 'form', 'button'],
    indexedPath: [
      'html:nth-of-type(1)',
      'body:nth-of-type(1)',
      'form:nth-of-type(1)',
      'button:nth-of-type(1)',
    ],
    parent: { tag: 'form', id: '', classes: ['contact'] },
    neighbours: ['Your message', 'Cancel'],
    row: '',
    heading: 'Contact',
    landmarks: ['main', 'form'],
    box: { x: 100, y: 400, width: 120, height: 30 },
    childCount: 0,
    ordinal: 0,
    isInteractive: true,
    ...given,
  };
}
