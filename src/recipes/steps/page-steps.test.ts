import { expect, test } from 'vitest';
import { custom, faultOf, readSteps } from '../../../test/support/read-steps.ts';

test('a wait is for the network, or for a change of the page or an element', () => {
  expect(
    readSteps(
      custom('wait', { for: 'network' }),
      custom('wait', { for: 'change', selectors: 'ul' }),
    ),
  ).toMatchObject([
    { type: 'wait', for: 'network', element: undefined },
    { type: 'wait', for: 'change', element: { path: '/steps/1/parameters/selectors' } },
  ]);
  expect(faultOf(custom('wait', { for: 'network', selectors: 'ul' }))).toContain(
    'requests belong to no element',
  );
  expect(faultOf(custom('wait', { for: 'chang' }))).toContain('did you mean "change"?');
});

test('a screenshot is of an element, the window or the whole page', () => {
  const steps = readSteps(
    { type: 'customStep', name: 'screenshot' },
    custom('screenshot', { name: 'all', fullPage: true }),
    custom('screenshot', { selectors: 'li', nth: '{{index}}' }),
  );
  expect(steps).toMatchObject([
    { type: 'screenshot', name: 'page', element: undefined, isFullPage: false },
    { name: 'all', isFullPage: true },
    { element: { path: '/steps/2/parameters/selectors' } },
  ]);
  expect(faultOf(custom('screenshot', { selectors: 'li', fullPage: true }))).toContain(
    'Step 1 (screenshot): is for the page',
  );
});

test('a scroll goes to the end where it says so', () => {
  expect(readSteps({ type: 'scroll', to: 'end' }, { type: 'scroll', y: 9 })).toMatchObject([
    { isToEnd: true },
    { isToEnd: false, y: 9 },
  ]);
  expect(faultOf({ type: 'scroll', to: 'top' })).toContain('/steps/0/to');
});
