/** Finds elements by selectors. */
export { findAll } from './finder.ts';
export { forgetPage } from './page-cache.ts';
export { isVisible } from './page-text.ts';
