import { expect, test } from 'vitest';
import { custom, faultOf, readSteps } from '../../../test/support/read-steps.ts';

test('a drag goes to an element, to a place of one, or to a place of its own', () => {
  const [toElement, toPlace, within] = readSteps(
    custom('drag', { selectors: '.card', to: ['#done', 'aria/Done'] }),
    custom('drag', { selectors: '.card', to: { selectors: '#done', offsetX: 4, offsetY: 5 } }),
    custom('drag', { selectors: 'canvas', offsetX: 1, offsetY: 2, to: { offsetX: 9, offsetY: 8 } }),
  );
  expect(toElement).toMatchObject({
    type: 'drag',
    element: { path: '/steps/0/parameters/selectors' },
    offset: undefined,
    to: { path: '/steps/0/parameters/to', selectors: [{ source: '#done' }, {}] },
    toOffset: undefined,
  });
  expect(toPlace).toMatchObject({
    to: { path: '/steps/1/parameters/to/selectors' },
    toOffset: { x: 4, y: 5 },
  });
  expect(within).toMatchObject({
    offset: { x: 1, y: 2 },
    to: undefined,
    toOffset: { x: 9, y: 8 },
  });
});

test('a drag to nowhere is refused', () => {
  expect(faultOf(custom('drag', { selectors: '.card', to: { offsetX: 4 } }))).toMatch(
    /^\/steps\/0\/parameters\/to Step 1 \(drag\): drags the element nowhere/,
  );
  expect(faultOf(custom('drag', { selectors: '.card', to: {} }))).toMatch(/parameters\/to/);
  expect(faultOf(custom('drag', { selectors: '.card' }))).toContain('Where it is dropped');
});

test('an upload names one file or several, and the element may be the n-th', () => {
  const steps = readSteps(
    custom('upload', { selectors: 'input', files: 'a.pdf' }),
    custom('upload', { selectors: 'input', nth: 2, files: ['a.pdf', '{{b}}'] }),
  );
  expect(steps).toMatchObject([
    { type: 'upload', files: ['a.pdf'] },
    {
      files: ['a.pdf', '{{b}}'],
      element: { selectors: [{ parts: [{}, { kind: 'nth', value: '2' }] }] },
    },
  ]);
  expect(faultOf(custom('upload', { selectors: 'input', files: [] }))).toContain('/files');
});
