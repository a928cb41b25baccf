import { type AnyNode, isTag, isText } from 'domhandler';
import { findImageSource } from '../../page/tree/pictures.ts';
import { listLinks } from '../../page/links/list-links.ts';
import { readCode } from '../../page/markdown/blocks/read-code-block.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { decodePercent } from '../../runtime/unicode/decode-percent.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import type { MissingField, ValueSource } from '../fields/candidate.ts';
import { splitWords } from '../lexicon/fold-label.ts';
import { findConceptByLabel } from '../lexicon/find-concept.ts';
import { everyWords, fillerWords, joiningWords } from '../lexicon/prompt-words.ts';
import { parseContact } from '../values/parse-contact.ts';
import { type PagePart, listQuestions } from './list-questions.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** What the markup of a page says, as an answer. */
interface PageParts {
  readonly value: unknown;
  readonly sources: ReadonlyMap<string, ValueSource>;
  readonly missing: readonly MissingField[];
  readonly cuts: readonly string[];
}

/** A kind of thing that the markup of a page says by itself: its links, its headings. */
export interface PartKind {
  /** The words that ask for it, each of which may be one of several. */
  readonly words: readonly ReadonlySet<string>[];
  /** Words that may stand beside these. */
  readonly beside: ReadonlySet<string>;
  /** Whether a prompt must ask for all of them: those of the page's own subject have the same name. */
  readonly needsEvery: boolean;
  readonly list: (facts: PageFacts, warn: (warning: string) => void) => readonly PagePart[];
}

export const linkWords: ReadonlySet<string> = toWordSet(
  'links hyperlinks liens enlaces collegamenti koppelingen ссылки',
);
const none: ReadonlySet<string> = new Set();
const besideLinks = toWordSet('text texts url urls href hrefs anchor titles title');
const headingWords = toWordSet('headings überschriften encabezados intestazioni заголовки');

/** The kinds that a prompt may ask for, those of which another is a part before that one. */
const kinds: readonly PartKind[] = [
  {
    words: [
      toWordSet('external outbound outgoing externe externen externes externos esterni extern'),
      linkWords,
    ],
    beside: besideLinks,
    needsEvery: false,
    list: (facts, warn) => listPageLinks(facts, warn, (url) => !isOfSite(url, facts)),
  },
  {
    words: [toWordSet('internal interne internen internes internos interni intern'), linkWords],
    beside: besideLinks,
    needsEvery: false,
    list: (facts, warn) => listPageLinks(facts, warn, (url) => isOfSite(url, facts)),
  },
  {
    words: [linkWords],
    beside: besideLinks,
    needsEvery: false,
    list: (facts, warn) => listPageLinks(facts, warn, () => true),
  },
  {
    words: [toWordSet('pdf pdfs')],
    beside: toWordSet(`${[...linkWords].join(' ')} file files document documents dateien fichiers`),
    needsEvery: false,
    list: (facts, warn) =>
      listPageLinks(facts, warn, (url) => /\.pdf$/i.test(new URL(url).pathname)),
  },
  {
    words: [toWordSet('images pictures bilder imágenes immagini imagens afbeeldingen изображения')],
    beside: toWordSet(
      'alt alternative text texts url urls alternativtext alternativtexten alternatif alternatifs alternativo alternativi texte texto testo',
    ),
    needsEvery: true,
    list: listImages,
  },
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({
    words: [toWordSet(`${tag} ${tag}s`)],
    beside: headingWords,
    needsEvery: false,
    list: (facts: PageFacts) => listHeadings(facts).filter(({ source }) => isNamed(source, tag)),
  })),
  {
    words: [headingWords],
    beside: none,
    needsEvery: false,
    list: listHeadings,
  },
  {
    words: [
      toWordSet('table tabla'),
      toWordSet('of de des'),
      toWordSet('contents contenidos matières'),
    ],
    beside: none,
    needsEvery: false,
    list: listOwnHeadings,
  },
  {
    words: [toWordSet('toc inhaltsverzeichnis inhoudsopgave')],
    beside: none,
    needsEvery: false,
    list: listOwnHeadings,
  },
  {
    words: [
      toWordSet('emails mails mail email correos correo courriels'),
      toWordSet('emails mails addresses adressen adresses direcciones indirizzi correos courriels'),
    ],
    beside: toWordSet('e electrónicos electrónico'),
    needsEvery: false,
    list: listEmails,
  },
  {
    words: [
      toWordSet('phones telephones phone telephone telefon tel teléfonos telefoni telefones'),
      toWordSet(
        'phones telephones numbers nummern numéros números numeri teléfonos telefoni telefones',
      ),
    ],
    beside: none,
    needsEvery: false,
    list: listPhones,
  },
  {
    words: [toWordSet('code'), toWordSet('examples snippets blocks beispiele exemples')],
    beside: none,
    needsEvery: false,
    list: ({ page }) =>
      page.elements.flatMap(({ node }) => {
        const value = node.name === 'pre' ? readCode(node) : undefined;
        return value === undefined ? [] : [{ value, source: { node } }];
      }),
  },
  {
    words: [
      toWordSet('questions fragen preguntas domande perguntas vragen'),
      toWordSet('answers antworten réponses respuestas risposte antwoorden'),
    ],
    beside: toWordSet('faq faqs'),
    needsEvery: false,
    list: listQuestions,
  },
];

/** Of the words that name nothing those that change what is asked for. */
const changingWords = toWordSet(
  'main current no not without ohne sans sin senza sem zonder без other here per one',
);
const pageWords = toWordSet('page pages site website webpage seite webseite página pagina');
const maxPromptWords = 20;
export const maxParts = 5_000;

/** What the markup says by itself, where a prompt asks for that alone: "all links", "every heading of this page". */
export function findPageParts(prompt: string, facts: PageFacts): PageParts | undefined {
  const asked = findKinds(splitWords(prompt.toLowerCase()));
  if (asked === undefined) return undefined;
  const cuts: string[] = [];
  const value: Record<string, readonly unknown[]> = {};
  const sources = new Map<string, ValueSource>();
  for (const { kind, words } of asked) {
    const parts = kind.list(facts, (warning) => cuts.push(warning)).slice(0, maxParts);
    if (parts.length === 0) return undefined;
    const name = words.filter((word) => isOfKind(kind, word)).join('_');
    value[name] = parts.map((part) => part.value);
    for (const [at, { source }] of parts.entries()) sources.set(toJsonPointer([name, at]), source);
  }
  return { value, sources, missing: [], cuts };
}

/** Whether a prompt asks for what the markup says by itself: all of it is listed, whatever blocks it stands in. */
export function asksForPageParts(prompt: string): boolean {
  return findKinds(splitWords(prompt.toLowerCase())) !== undefined;
}

interface AskedKind {
  readonly kind: PartKind;
  readonly words: readonly string[];
}

/** The kinds of parts that the words of a prompt ask for and nothing else: "all links", "all links and images". */
export function findKinds(words: readonly string[]): readonly AskedKind[] | undefined {
  if (words.length > maxPromptWords) return undefined;
  const whole = findKind(words);
  if (whole !== undefined) return [{ kind: whole, words }];
  const joint = words.findIndex((word) => joiningWords.has(word));
  if (joint < 0) return undefined;
  const every = words.slice(0, joint).filter((word) => everyWords.has(word));
  const first = findKinds(words.slice(0, joint));
  const rest = findKinds([...every, ...words.slice(joint + 1)]);
  return first && rest && [...first, ...rest];
}

/** The kind of parts that words ask for. */
export function findKind(words: readonly string[]): PartKind | undefined {
  return kinds.find((one) => asksFor(one, words));
}

function isOfKind({ words }: PartKind, word: string): boolean {
  return words.some((some) => some.has(word));
}

function asksFor(kind: PartKind, words: readonly string[]): boolean {
  const first = words.findIndex((word) => isOfKind(kind, word) || kind.beside.has(word));
  const asksEvery = words.slice(0, Math.max(0, first)).some((word) => everyWords.has(word));
  return (
    kind.words.every((some) => words.some((word) => some.has(word))) &&
    (asksEvery || !kind.needsEvery || words.includes('alt')) &&
    words.every(
      (word, at) =>
        isOfKind(kind, word) ||
        kind.beside.has(word) ||
        pageWords.has(word) ||
        (fillerWords.has(word) && !changingWords.has(word)) ||
        (everyWords.has(word) && at < first),
    )
  );
}

function listPageLinks(
  { page }: PageFacts,
  warn: (warning: string) => void,
  isWanted: (url: string) => boolean,
): readonly PagePart[] {
  const { document, url } = page.reading;
  const nodes = new Map<string, AnyNode>();
  for (const { node } of page.elements) {
    const href = URL.parse(node.attribs['href'] ?? '', url)?.href;
    if (href !== undefined && !nodes.has(href)) nodes.set(href, node);
  }
  return listLinks(document, url, warn)
    .filter((link) => isWanted(link.url))
    .map((link) => ({
      value: { text: link.text, url: link.url },
      source: { node: nodes.get(link.url) ?? document, attribute: 'href' },
    }));
}

/** Whether a link stays on the site of its page. */
function isOfSite(url: string, { page }: PageFacts): boolean {
  const [host, own] = [url, page.reading.url].map((one) =>
    URL.parse(one)?.hostname.replace(/^www\./, ''),
  );
  return host === own;
}

function isNamed({ node }: ValueSource, tag: string): boolean {
  return isTag(node) && node.name === tag;
}

function listImages({ page }: PageFacts): readonly PagePart[] {
  const seen = new Set<string>();
  return page.elements.flatMap(({ node }) => {
    const src = node.name === 'img' ? findImageSource(node.attribs) : undefined;
    const url = src === undefined ? undefined : URL.parse(src, page.reading.url)?.href;
    if (url === undefined || seen.has(url)) return [];
    seen.add(url);
    return [{ value: { url, alt: node.attribs['alt'] ?? '' }, source: { node, attribute: 'src' } }];
  });
}

const maxHeadingLength = 300;

function listHeadings({ page }: PageFacts): readonly PagePart[] {
  return page.elements.flatMap((element) => {
    const { node } = element;
    const isHeading = /^h[1-6]$/.test(node.name) || node.attribs['role'] === 'heading';
    const value = isHeading ? page.lineOf(element, maxHeadingLength) : '';
    return value === '' ? [] : [{ value, source: { node } }];
  });
}

/** The headings of the page's own text: not those of menus, side bars, headers and footers. */
function listOwnHeadings(facts: PageFacts): readonly PagePart[] {
  const { page, zones } = facts;
  return listHeadings(facts).filter(({ source }) => {
    const element = page.elementOf(source.node);
    if (element === undefined || zones.isAside(element)) return false;
    const around = new Set(page.around(element).map(({ node }) => node.name));
    return !around.has('header') || around.has('main') || around.has('article');
  });
}

/** Bounded, so that it is linear in the text. */
const emailPattern =
  /(?<![\w.+%-])[\w.+%-]{1,64}@(?!\dx\.)(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}(?![\w@-])/gi;

function listEmails({ page }: PageFacts): readonly PagePart[] {
  const found = new Map<string, PagePart>();
  const add = (address: string, source: ValueSource): void => {
    const key = address.toLowerCase();
    if (!found.has(key)) found.set(key, { value: address, source });
  };
  for (const { node } of page.elements) {
    const href = node.attribs['href'] ?? '';
    if (/^mailto:/i.test(href)) {
      for (const [address] of href.slice(7).split('?', 1)[0]?.matchAll(emailPattern) ?? []) {
        add(address, { node, attribute: 'href' });
      }
    }
    for (const child of node.children) {
      if (!isText(child) || !child.data.includes('@')) continue;
      for (const [address] of child.data.matchAll(emailPattern)) add(address, { node: child });
    }
  }
  return [...found.values()];
}

/** A text that goes on to the number of another machine. */
const endsOnFax = /\bfax\b\P{N}{0,20}$/iu;
/** Characters of a text that is looked at for numbers. */
const maxNumberText = 300;

/** The telephone numbers that links call, those in the texts beside such links, and those with a label. */
function listPhones({ page, pairs }: PageFacts): readonly PagePart[] {
  const found = new Map<string, PagePart>();
  const add = (text: string, source: ValueSource): boolean => {
    const first = parseContact('phone', text.slice(0, maxNumberText));
    for (const one of first === undefined ? [] : [first.text, ...first.others]) {
      const { key = one } = parseContact('phone', one) ?? {};
      const isFax = endsOnFax.test(text.slice(0, text.indexOf(one)));
      if (!isFax && !found.has(key)) found.set(key, { value: one, source });
    }
    return first !== undefined;
  };
  const parents = new Set<AnyNode>();
  for (const { node } of page.elements) {
    if (!callsNumber(node) || node.parent === null || parents.has(node.parent)) continue;
    parents.add(node.parent);
    for (const beside of node.parent.children) {
      if (isText(beside)) add(foldText(beside.data), { node: beside });
      const element = callsNumber(beside) ? page.elementOf(beside) : undefined;
      if (element === undefined || add(page.lineOf(element), { node: beside })) continue;
      add(decodePercent(element.node.attribs['href'] ?? ''), { node: beside, attribute: 'href' });
    }
  }
  for (const [label, labelled] of pairs) {
    if (findConceptByLabel(label)?.name !== 'phone') continue;
    for (const { value, element } of labelled) add(value, { node: element.node });
  }
  return [...found.values()];
}

function callsNumber(node: AnyNode): boolean {
  return isTag(node) && /^tel:/i.test(node.attribs['href'] ?? '');
}
