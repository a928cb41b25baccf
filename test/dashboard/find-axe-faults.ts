import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds in a page, or in the part that a selector names. */
export async function findAxeFaults(page: Page, part?: string): Promise<readonly unknown[]> {
  // In one go and in the page itself: without frames there is nothing to collect in a page of its own.
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    // What passes is not described in full.
    .options({ resultTypes: ['violations'] });
  if (part !== undefined) builder.include(part);
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}
