import { parseDocument } from 'htmlparser2';
import { collectBlocks } from '../../src/page/main-content/blocks/collect-blocks.ts';
import { readBlockText } from '../../src/page/main-content/blocks/page-blocks.ts';
import { chooseContent } from '../../src/page/main-content/choose-content.ts';
import { readBlockFeatures } from '../../src/page/main-content/features/block-features.ts';
import {
  pageKinds,
  type PageFeatures,
} from '../../src/page/main-content/features/page-features.ts';
import { decodeModel } from '../../src/page/main-content/model/main-content-model.ts';
import { weights } from '../../src/page/main-content/model/weights.ts';
import { readPageShape } from '../../src/page/main-content/shape/page-shape.ts';

const { lexicon } = decodeModel(weights);
/** A page that states nothing of itself. */
export const noSigns: PageFeatures = {
  kind: pageKinds.unstated,
  data: 0,
  statedWords: 0,
  stated: undefined,
  describedWords: 0,
};
/** A paragraph of content. */
export const text: string =
  'The ferry leaves the harbour at six, and reaches the island before noon on most days.';

/** The chosen texts of a page, whose blocks are likely content unless they say `out`. */
export function choose(html: string, signs: PageFeatures = noSigns): readonly string[] {
  const page = collectBlocks(parseDocument(html), lexicon);
  const features = readBlockFeatures(page, signs);
  const texts = Array.from(page.blocks.words, (_, block) => readBlockText(page, block));
  const chances = Float32Array.from(texts, (one) => (one.includes('out') ? 0.02 : 0.97));
  const kept = chooseContent({
    shape: readPageShape(page, features),
    chances,
    signs,
  });
  return texts.filter((_, block) => kept[block] === 1);
}

/** A page with this content. */
export function toPage(content: string): string {
  return `<main><h1>Ferries</h1>${content}</main>`;
}
