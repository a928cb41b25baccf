/** What the bench of healing calls in a page. */
export { elementOf, markOf } from '../../src/browser/in-page/marks.ts';
export { forgetPage } from '../../src/browser/in-page/page-cache.ts';
export { targetOperations } from '../../src/browser/in-page/targets.ts';
