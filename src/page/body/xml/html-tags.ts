import { decodeXML } from 'entities';
import { toWordSet } from '../../../runtime/collections.ts';

/** What stands in for elements of other vocabularies, since HTML has some of their names for other things: `title`, `link`. */
export const foreignTag = 'div';
/** Elements without an end in HTML. */
export const voidTags: ReadonlySet<string> = toWordSet(
  'area base br col embed hr img input link meta param source track wbr',
);
/** Levels; documents have less than a hundred, and the parser's time grows with the square of the depth. */
export const maxDepth = 2_000;

/** Attributes as they stand in a tag; values are HTML but for their quotes. */
export function toAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name]) => !name.startsWith('xmlns'))
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
    .join('');
}

export function resolveBase(
  given: string | undefined,
  around: string | undefined,
): string | undefined {
  if (given === undefined) return around;
  return URL.parse(decodeXML(given), around)?.href ?? around;
}

/** Attributes whose addresses start from the base that a document states; without one they start from the document's own. */
export function resolveAddresses(
  attributes: Readonly<Record<string, string>>,
  base: string | undefined,
): Readonly<Record<string, string>> {
  if (base === undefined) return attributes;
  const resolved = { ...attributes };
  for (const name of ['href', 'src']) {
    const address = attributes[name];
    const url = address === undefined ? null : URL.parse(decodeXML(address), base);
    if (url !== null) resolved[name] = url.href.replaceAll('&', '&amp;');
  }
  return resolved;
}
