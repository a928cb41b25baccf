import type { MainContentBlock } from './blocks/main-content-block.ts';
import type { StatedPassage } from './blocks/stated-text.ts';

/** Fewer kept words are taken for a shell that scripts were to fill; true of 5 pages of 1,493, all of them shells. */
const shellWords = 30;
/**
 * How much is told by what a page states instead of showing. Descriptions: word-F1 .09, 0 and 0 on the three shells with
 * a known answer. Whole texts: a guess, no page of the sets states its text so.
 */
const bodyConfidence = 0.4;
const descriptionConfidence = 0.1;

/** Texts that stand in for what a page does not show. */
export interface RescuedContent {
  readonly blocks: readonly MainContentBlock[];
  /** From 0 to 1. */
  readonly confidence: number;
}

/**
 * What a page states in JSON-LD, or else in its description, where it shows next to nothing: forums and shops that are
 * rendered by scripts. `undefined` where the page shows content (`shown` words), or states no more than
 * it shows.
 */
export function rescueContent(
  shown: number,
  passages: readonly StatedPassage[],
): RescuedContent | undefined {
  if (shown >= shellWords) return undefined;
  for (const kind of ['body', 'meta'] as const) {
    const texts = new Map<string, MainContentBlock>();
    for (const passage of passages) {
      if (passage.kind !== kind || passage.text === '' || texts.has(passage.text)) continue;
      texts.set(passage.text, { text: passage.text, nodes: [passage.node] });
    }
    const stated = [...texts.values()];
    const words = stated.reduce((sum, { text }) => sum + countWords(text), 0);
    if (words <= shown * 2) continue;
    return {
      blocks: stated,
      confidence: kind === 'body' ? bodyConfidence : descriptionConfidence,
    };
  }
  return undefined;
}

function countWords(text: string): number {
  return text.split(' ').length;
}
