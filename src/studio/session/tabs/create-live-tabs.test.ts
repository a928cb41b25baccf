import { expect, test } from 'vitest';
import { findRootOf } from './create-live-tabs.ts';

interface AnyPage {
  readonly name: string;
}

const first: AnyPage = { name: 'the tab from before' };
const opened: AnyPage = { name: 'a pop-up' };
const orphan: AnyPage = { name: 'a pop-up without an opener' };
const stranger: AnyPage = { name: 'a page that was closed before it arrived' };
const findings = new Map<AnyPage, Promise<AnyPage | undefined>>([
  [opened, Promise.resolve(first)],
  [orphan, Promise.resolve(undefined)],
]);
const tabs = new Map([first, opened, orphan].map((page) => [page, page.name]));

test.each([
  ['a tab from before is of that tab', first, first],
  ['a pop-up is of the page that the pop-up comes from', opened, first],
  ['a pop-up that names no opener is of no page', orphan, undefined],
  ['a page that the session does not know is of no page', stranger, undefined],
])('what is opened by %s', async (_, opener, root) => {
  expect(await findRootOf(opener, findings, tabs)).toBe(root);
});
