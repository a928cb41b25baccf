import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A person who uses the keyboard alone. */
export interface Typist {
  /**
   * Waits until an element with this name is shown, and presses Tab until it has the focus; fails where the focus is lost or not
   * to be seen on the way.
   */
  reach(name: string): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Goes to a view by the navigation. */
  go(name: string, title?: string): Promise<void>;
  /** Waits for a dialog, and fails where the focus is outside of it. */
  expectDialog(name: string): Promise<void>;
  /** Waits until no dialog is open, and fails where the focus is lost. */
  expectNoDialog(): Promise<void>;
}

/** The focused element. */
export interface Focus {
  readonly name: string;
  /** Whether an outline shows it. */
  readonly isVisible: boolean;
  readonly isInDialog: boolean;
}

/** The name of the focused element, and whether a person sees that it has the focus. */
export function readFocus(page: Page): Promise<Focus | undefined> {
  return readControl(page, null);
}

/** The control with this name, or the focused element where no name is given. */
function readControl(page: Page, wanted: string | null): Promise<Focus | undefined> {
  return page.evaluate((name) => {
    const controls =
      name === null
        ? [document.activeElement]
        : Array.from(
            document.querySelectorAll(
              'a[href], button, input, select, textarea, summary, [tabindex]',
            ),
          );
    return controls
      .flatMap((element) => {
        if (!(element instanceof HTMLElement) || element === document.body) return [];
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const labels = 'labels' in element ? (element as HTMLInputElement).labels : null;
        const said =
          element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? element.innerText.trim();
        return {
          name: said.trim(),
          isVisible: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
          isInDialog: element.closest('dialog[open]') !== null,
        };
      })
      .find((control) => name === null || control.name === name);
  }, wanted);
}

export function createTypist(page: Page): Typist {
  const mostPresses = 90;
  const typist: Typist = {
    async reach(name) {
      // A view that still reads has nothing to go to, and all presses would pass before it has.
      await expect.poll(() => readControl(page, name), { message: name }).toBeDefined();
      const passed: string[] = [];
      for (let presses = 0; presses < mostPresses; presses += 1) {
        await page.keyboard.press('Tab');
        const focus = await readFocus(page);
        // From the end of the page Tab leaves for the browser's own buttons, and comes back.
        if (focus === undefined) continue;
        if (!focus.isVisible) throw new Error(`The focus is not to be seen on "${focus.name}".`);
        if (focus.name === name) return;
        passed.push(focus.name);
      }
      throw new Error(`Tab never reaches "${name}", but ${JSON.stringify(passed.slice(0, 40))}.`);
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (text) => page.keyboard.type(text),
    async go(name, title = name) {
      await typist.reach(name);
      await typist.press('Enter');
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    },
    async expectDialog(name) {
      await page.getByRole('dialog', { name, exact: true }).waitFor();
      await page.locator('dialog .skeleton').first().waitFor({ state: 'detached' });
      await expect.poll(() => readFocus(page)).toMatchObject({ isInDialog: true });
    },
    async expectNoDialog() {
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => readFocus(page)).toBeDefined();
    },
  };
  return typist;
}
