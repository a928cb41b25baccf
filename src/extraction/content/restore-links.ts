import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { nameFirst } from '../../runtime/name-first.ts';
import type { ContentLink } from './list-candidates.ts';
import { type WantsAddress, listAddresses } from './resolve-query.ts';

/** A text that is a reference alone, with any marks around it. */
const reference = /^(?:link:?\s)?[[({<"'`#/]*([@＠]?L\d+)[\])}>"'`.,;]*$/iu;
/** As the page's text carries it behind the words of its link. */
const referenceBehind = /(?<=\S)\s*\{[@＠]L\d+\}/gu;
/** Part of a longer word it is none: `mail@L1.example`. */
const anyReference = /(?<![\p{L}\p{N}_])[@＠]L\d+(?![\p{L}\p{N}_])/gu;
/** A word of its own that lost the sign: `see L12`, and no part of a path or of a word. */
const bareReference = /(?<=^|[\s([{<"'`])L\d+(?=$|[\s)\]}>"'`.,;])/gu;
/** Characters of addresses that are put into one answer: what lies beyond keeps its references. */
const maxAddedLength = 4 * 1_024 * 1_024;

const tooLong = 'The addresses of the answer are too long together: some are left as references.';
const inventedReference =
  'The answer refers to links that the page does not have: their addresses were left out.';

/** References in one warning. */
const maxNamed = 3;

function describeLeft(names: readonly string[]): string {
  return `The answer's texts have references that are no links of the page: ${nameFirst(names, maxNamed)}.`;
}

/** The name under which a link is known, however the model wrote it. */
function toName(written: string): string {
  return `@L${written.replace(/^[@＠]?L0*/iu, '')}`;
}

/** Puts addresses back into an answer. */
interface LinkRestorer {
  /** A value with the address in place of each text that is a reference (`@L12`; `L12` where an address is wanted). */
  readonly inValue: (value: unknown, schema?: JsonSchema) => unknown;
  readonly inText: (text: string) => string;
  readonly warnings: () => readonly string[];
}

/** Restores the addresses for which short references stood in the page's text. */
export function createLinkRestorer(links: ReadonlyMap<string, ContentLink>): LinkRestorer {
  let added = 0;
  let isFull = false;
  let isInvented = false;
  const left = new Set<string>();

  function urlOf(name: string | undefined): string | undefined {
    const link = name === undefined ? undefined : links.get(name);
    if (link === undefined) return undefined;
    isFull ||= added > maxAddedLength;
    if (isFull) return undefined;
    const { url } = link;
    added += url.length;
    return url;
  }

  function inText(text: string): string {
    if (!/[@＠]L/u.test(text)) return text;
    // What stands in braces is no part of the words that it stands behind.
    const shown = text.replaceAll(referenceBehind, (found) =>
      links.has(toName(found.replaceAll(/[\s{}]/gu, ''))) ? '' : found,
    );
    return shown.replaceAll(anyReference, (name) => {
      if (!links.has(toName(name))) left.add(name);
      return urlOf(toName(name)) ?? name;
    });
  }

  /** Where an address is wanted, the words around its one reference say nothing more. */
  function inAddress(text: string): string | undefined {
    const alone = reference.exec(text)?.[1];
    if (alone !== undefined) return urlOf(toName(alone));
    const signed = listNames(text, anyReference);
    const names =
      signed.length > 0 || text.includes('://') ? signed : listNames(text, bareReference);
    return names.length === 1 ? urlOf(names[0]) : undefined;
  }

  function listNames(text: string, pattern: RegExp): readonly string[] {
    const names = Array.from(text.matchAll(pattern), ([found]) => toName(found));
    return [...new Set(names)].filter((name) => links.has(name));
  }

  // Recursive over an answer, whose depth is limited where it is read.
  function inPlace(value: unknown, path: readonly string[], wants: WantsAddress): unknown {
    if (typeof value === 'string') {
      const text = value.trim();
      const isAddress = wants(path);
      const address = isAddress ? inAddress(text) : undefined;
      if (address !== undefined) return address;
      // A reference and brackets around it are the address alone.
      const name = reference.exec(text)?.[1];
      const isSigned = name !== undefined && /^[@＠]L/u.test(name);
      if (isAddress && isSigned && !links.has(toName(name))) {
        isInvented = true;
        return null;
      }
      return (isSigned ? urlOf(toName(name)) : undefined) ?? inText(value);
    }
    if (Array.isArray(value)) return value.map((item) => inPlace(item, path, wants));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        inText(name),
        inPlace(member, [...path, name], wants),
      ]),
    );
  }

  function inValue(value: unknown, schema?: JsonSchema): unknown {
    return inPlace(value, [], listAddresses(schema));
  }

  return {
    inValue,
    inText,
    warnings: () => [
      ...(isFull ? [tooLong] : []),
      ...(isInvented ? [inventedReference] : []),
      ...(left.size > 0 ? [describeLeft([...left])] : []),
    ],
  };
}
