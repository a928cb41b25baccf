import { expect, test } from 'vitest';
import { countPopups, findRootOf } from './create-live-tabs.ts';

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

test.each([
  ['counts its own and one whose opener was gone', first, 2],
  ['counts one whose opener was gone for another page, too', stranger, 1],
  ['counts all where the next one is of no known page', undefined, 2],
])('the pop-ups of a page: %s', (_, root, count) => {
  const roots = new Map([
    [opened, first],
    [orphan, undefined],
  ]);
  expect(countPopups(root, tabs.keys(), roots)).toBe(count);
});
