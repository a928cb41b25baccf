import type { Frame } from 'playwright-core';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { LiveTab } from './create-live-tab.ts';

/** A page that does not reply for this long gets the text as if it were typed. */
const timeoutMs = 1_000;

/**
 * Pastes a text where the page has its focus: its scripts get a `paste` event with the text, and unless one of them prevents that, the
 * text is inserted. The browser's own clipboard, which other sessions share, stays as it is.
 */
export async function pasteText(
  text: string,
  { page, devtools, browsing }: LiveTab,
): Promise<void> {
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), browsing.signal]);
  const isTaken = await raceSignal(offerPaste(page.mainFrame(), text), limit).catch(() => false);
  if (!isTaken) await devtools.send('Input.insertText', { text }).catch(ignoreClosedPage);
}

/** Returns whether a script of the page has prevented the default. */
async function offerPaste(frame: Frame, text: string): Promise<boolean> {
  const handle = await frame.evaluateHandle(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return focused ?? document.body;
  });
  const inner = await handle.asElement()?.contentFrame();
  if (inner !== null && inner !== undefined) return offerPaste(inner, text);
  return handle.evaluate((target, value) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', value);
    const init = { clipboardData, bubbles: true, cancelable: true, composed: true };
    return !target.dispatchEvent(new ClipboardEvent('paste', init));
  }, text);
}

/** The page was closed or lost; the session tells that itself. */
function ignoreClosedPage(): void {}
