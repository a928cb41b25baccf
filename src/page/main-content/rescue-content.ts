import type { MainContentBlock } from './find-main-content.ts';
import type { StatedPassage } from './stated-text.ts';

/** Fewer kept words than this are a shell that scripts were to fill: the pages measured keep 60 and more. */
const shellWords = 30;
/** How much is told by texts that the page states instead of showing: the whole of them, or one description. */
const bodyConfidence = 0.4;
const descriptionConfidence = 0.1;

/**
 * What a page states in JSON-LD, or else in its description, where it shows next to nothing: forums and shops that are
 * rendered by scripts. `undefined` where the page shows content, or states no more than it shows.
 */
export function rescueContent(
  blocks: readonly MainContentBlock[],
  passages: readonly StatedPassage[],
): { readonly blocks: readonly MainContentBlock[]; readonly confidence: number } | undefined {
  const shown = blocks.reduce((sum, { text }) => sum + countWords(text), 0);
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
