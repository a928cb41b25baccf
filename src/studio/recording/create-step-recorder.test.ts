import { describe, expect, test } from 'vitest';
import { makeFingerprint } from '../../../test/support/make-fingerprint.ts';
import { createDraftSecrets } from '../draft/create-draft-secrets.ts';
import { createOwnerDraft } from '../workbench/create-owner-draft.ts';
import { createRecordingWriter } from '../workbench/record-session.ts';
import { createStepRecorder, type RecordingChange } from './create-step-recorder.ts';
import { findPageAction, type PageAction } from './page-action.ts';

const url = 'https://shop.test/in';
const page = { url, frame: [] };
const on = (mark: number) => ({
  mark,
  selectors: [[`#e${mark}`]],
  element: makeFingerprint(),
  others: [],
});
const click = (mark: number): PageAction => ({
  ...page,
  kind: 'click',
  target: on(mark),
  button: 0,
  x: 3,
  y: 4,
});
const secret = (mark: number, name: string, value: string): PageAction => ({
  ...page,
  kind: 'change',
  target: on(mark),
  value,
  field: { name, autocomplete: '', labels: [], isMasked: true },
});
const typed = (value: string): PageAction => ({ ...page, kind: 'change', target: on(1), value });

function setUp({ isLoading = false } = {}) {
  const changes: RecordingChange[] = [];
  const draft = createOwnerDraft(createDraftSecrets(), () => {});
  const write = createRecordingWriter({ draft: () => draft, opening: () => [] });
  const recorder = createStepRecorder({
    onChange(change) {
      changes.push(change);
      write(change);
    },
    isTaken: (name) => name in (draft.document()?.variables ?? {}),
    onSecret: draft.typeSecret,
    onTyped: draft.settleSecrets,
  });
  recorder.begin({ url, width: 800, height: 600, isMobile: false }, isLoading);
  const take = (...actions: readonly PageAction[]): void => {
    for (const action of actions) recorder.take(action, 'main');
  };
  const steps = () => draft.require().steps;
  return { recorder, changes, take, steps, draft };
}

describe('recorded steps', () => {
  test('open the first page once, where it arrives after the recording began', () => {
    const { recorder, steps } = setUp({ isLoading: true });
    recorder.arrive({ target: 'main', url }, false);
    expect(steps().map(({ type }) => type)).toEqual(['setViewport', 'navigate']);
    recorder.arrive({ target: 'main', url }, false);
    expect(steps().map(({ type }) => type)).toEqual(['setViewport', 'navigate', 'navigate']);
  });

  test('open a page again that was there when the recording began', () => {
    const { recorder, steps } = setUp();
    recorder.arrive({ target: 'main', url }, false);
    expect(steps().map(({ type }) => type)).toEqual(['setViewport', 'navigate', 'navigate']);
  });

  test.each(['https://shop.test/in?page=2', 'https://other.test/in'])(
    'open another page that is gone to first: %s',
    (other) => {
      const { recorder, steps } = setUp({ isLoading: true });
      recorder.arrive({ target: 'main', url: other }, false);
      expect(steps().map((step) => step['url'])).toEqual([undefined, url, other]);
    },
  );

  test('ask for a secret in the address that its form was sent to', () => {
    const { recorder, take, steps, draft } = setUp();
    take(secret(1, 'pass word', 'canary-1'), secret(2, 'again', 'canary-2'), click(3));
    const sent = 'https://shop.test/in?pass+word=canary-1&again=canary-2&page=1';
    recorder.arrive({ target: 'main', url: sent }, true);
    take({ ...page, url: sent, kind: 'title', title: 'Welcome' });
    expect(steps().at(-1)).toMatchObject({
      type: 'click',
      assertedEvents: [
        {
          url: 'https://shop.test/in?pass+word={{password}}&again={{password2}}&page=1',
          title: 'Welcome',
        },
      ],
    });
    const recipe = draft.require();
    expect(JSON.stringify(recipe)).not.toContain('canary');
    expect(recipe.variables).toEqual({ password: { secret: true }, password2: { secret: true } });
  });

  test('release a key whose release went to the page that was left', () => {
    const { recorder, take, steps } = setUp();
    take({ ...page, kind: 'keyDown', key: 'Enter' });
    recorder.arrive({ target: 'main', url: 'https://shop.test/next' }, true);
    take(click(1));
    expect(steps().map(({ type }) => type)).toEqual([
      'setViewport',
      'navigate',
      'keyDown',
      'keyUp',
      'click',
    ]);
  });

  test('of a key lead on as it goes down, although the page is told of when it was let go', () => {
    const { recorder, take, steps } = setUp();
    take({ ...page, kind: 'keyDown', key: 'Enter' }, { ...page, kind: 'keyUp', key: 'Enter' });
    recorder.arrive({ target: 'main', url: 'https://shop.test/next' }, true);
    take({ ...page, url: 'https://shop.test/next', kind: 'title', title: 'Next' });
    const [down, up] = steps().slice(2);
    expect(down).toMatchObject({ assertedEvents: [{ title: 'Next' }] });
    expect(up).toEqual({ type: 'keyUp', target: 'main', key: 'Enter' });
  });

  test('name the tab that they were done in, and the answer to their dialog', () => {
    const { recorder, steps } = setUp();
    recorder.take(click(1), 'https://shop.test/popup');
    recorder.answerDialog({ text: 'Ada' });
    expect(steps().at(-1)).toMatchObject({
      target: 'https://shop.test/popup',
      dialog: { text: 'Ada' },
    });
  });

  test('of an address opened by hand are their own, and those of the page belong to the step before', () => {
    const { recorder, take, steps } = setUp();
    take(click(1));
    recorder.arrive({ target: 'main', url: 'https://shop.test/a' }, true);
    recorder.arrive({ target: 'main', url: 'https://shop.test/b' }, false);
    expect(steps().slice(2)).toEqual([
      expect.objectContaining({ type: 'click' }),
      expect.objectContaining({ type: 'navigate', url: 'https://shop.test/b' }),
    ]);
  });

  test('are reported as they come, change and are taken back', () => {
    const { changes, take } = setUp();
    take(click(1), typed('A'), typed('Ad'));
    expect(changes.map(({ change, recorded }) => [change, recorded.step.type])).toEqual([
      ['added', 'setViewport'],
      ['added', 'navigate'],
      ['added', 'click'],
      ['removed', 'click'],
      ['added', 'change'],
      ['changed', 'change'],
    ]);
  });
});

test.each(['', 'null', '{"kind":"click"}', '[', `{"kind":"keyUp","key":"${'x'.repeat(50)}"}`])(
  'a message that the listener never sends is passed over: %j',
  (message) => {
    expect(findPageAction(message)).toBeUndefined();
  },
);
