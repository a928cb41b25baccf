import { addAll } from '../../runtime/collections.ts';
import * as dom from './dom.ts';
import * as text from './page-text.ts';
import { elementOf, markOf } from './marks.ts';
import type { NoticeWords } from '../notice-words.ts';

/** A button that answers a notice. */
export interface NoticeButton {
  readonly mark: number;
  readonly name: string;
}

/** What one document says about consent. */
export interface ConsentView {
  /** The first notice about consent. Without a button it asks to pay or to accept, and is left as it is. */
  readonly notice: { readonly button: NoticeButton | undefined } | undefined;
  /** Marks of frames that may hold a notice: they lie over the page, or are named after consent. */
  readonly frames: readonly number[];
  /** Whether people cannot scroll the page. */
  readonly isLocked: boolean;
}

/** What covers an element, and what may be pressed to remove it. */
export interface Cover {
  /** Its tag, its role and the beginning of its text. */
  readonly by: string;
  readonly closer: NoticeButton | undefined;
  /** What it asks of a visitor that a run must not answer; then it has no closer. */
  readonly asksFor: 'log-in' | 'age' | 'payment' | undefined;
}

/** Finds notices that keep people from a page, and their buttons; presses none. */
export interface NoticeFinder {
  /** `isFramed`: the document belongs to a frame over the page, and may be a notice as a whole. */
  findConsent(isFramed: boolean): ConsentView;
  describeCover(top: Element): Cover;
}

export function createNoticeFinder(words: NoticeWords): NoticeFinder {
  const buttons = createButtonReader(words);
  /** Characters; a layer that says more is the page itself, unless its role is that of a dialog. */
  const maxNotice = 6_000;
  /** Characters of a notice that stands among the page's paragraphs. */
  const maxStatic = 1_500;
  /** Ancestors of a button among which a notice without a layer is searched. */
  const maxLevels = 6;
  /** Elements of a notice. */
  const maxInside = 5_000;
  const maxFrames = 5;
  /** CSS pixels. */
  const minFrame = { width: 150, height: 60 };
  /** From this `z-index` on an absolute box is laid over the page and not placed in it. */
  const minLayer = 10;
  const maxShown = 40;
  const named =
    /cookie|consent|gdpr|ccpa|(?:^|[\s_-])cmp(?:$|[\s_-])|privacy-?(?:banner|notice|wall|popup|modal)/i;
  const textTypes = /^(?:text|email|password|tel|search|number)$/;
  const age =
    /\b(?:1[68]|21)\s?(?:\+|(?:years?|jahren?|ans|años|anni|anos|jaar|lat|år)\b)|\bage\b.{0,30}(?:verif|confirm|check)|(?:verif|confirm).{0,30}\bage\b/i;
  const order: readonly ButtonKind[] = ['refuse', 'decline', 'accept', 'agree', 'close'];

  function isDialog(element: Element): boolean {
    return (
      /^(?:dialog|alertdialog)$/.test(dom.attribute(element, 'role')) ||
      dom.tag(element) === 'dialog' ||
      dom.attribute(element, 'aria-modal') === 'true'
    );
  }

  function isLayer(element: Element): boolean {
    if (isDialog(element)) return true;
    const { position, zIndex } = getComputedStyle(element);
    if (position === 'fixed' || position === 'sticky') return true;
    return position === 'absolute' && Number(zIndex) >= minLayer;
  }

  /** Returns the element and its ancestors below the body, nearest first. */
  function pathOf(element: Element): readonly Element[] {
    const path: Element[] = [];
    let above: Element | undefined = element;
    while (above !== undefined && above !== document.body && above !== document.documentElement) {
      path.push(above);
      above = dom.parent(above);
    }
    return path;
  }

  /** Returns the beginning of what an element shows. */
  function shownText(element: Element, limit: number): string {
    let said = '';
    const stack: (Node | ' ')[] = [element];
    while (said.length < limit) {
      const node = stack.pop();
      if (node === undefined) break;
      if (node === ' ') said += ' ';
      else if (dom.isText(node)) said += dom.text(node).slice(0, limit).replaceAll(/\s+/g, ' ');
      else if (dom.isElement(node) && text.isVisible(node)) {
        if (/^(?:script|style|noscript|template)$/.test(dom.tag(node))) continue;
        addAll(stack, [' ', ...[...dom.content(node)].reverse(), ' ']);
      }
    }
    return said;
  }

  function isNamed(element: Element): boolean {
    const attributes = ['id', 'class', 'aria-label', 'title', 'name'];
    return attributes.some((name) => named.test(dom.attribute(element, name).slice(0, 300)));
  }

  function isAboutConsent(element: Element, said: string): boolean {
    return isNamed(element) || buttons.mentions(said, words.topics);
  }

  function inputsOf(element: Element): readonly HTMLInputElement[] {
    const inputs = dom
      .walk(element, maxInside)
      .filter((inside): inside is HTMLInputElement => inside instanceof HTMLInputElement);
    return inputs.filter((input) => textTypes.test(input.type) && text.isVisible(input));
  }

  /** Returns the notice about consent that a button belongs to. */
  function noticeOf({ element, kind }: NamedButton, isFramed: boolean): Element | undefined {
    const path = pathOf(element);
    for (const layer of path.filter(isLayer)) {
      const said = shownText(layer, maxNotice);
      const isShort = said.length < maxNotice || isDialog(layer);
      if (isShort && isAboutConsent(layer, said)) return layer;
    }
    if (isFramed) {
      const { body } = document;
      return isAboutConsent(body, shownText(body, maxNotice)) ? body : undefined;
    }
    // A notice in the flow of the page is recognised by a button that speaks of consent itself.
    if (kind !== 'refuse' && kind !== 'accept') return undefined;
    return path.slice(0, maxLevels).find((block) => {
      const said = shownText(block, maxStatic);
      return said.length < maxStatic && buttons.mentions(said, words.topics);
    });
  }

  function toNotice(notice: Element): ConsentView['notice'] {
    const own = buttons.list(notice);
    const isAsking = own.some(({ kind }) => kind === 'refuse' || kind === 'accept');
    // A dialog of a shop may speak of cookies, and sell some.
    if (own.some(({ kind }) => kind === 'pay')) return isAsking ? { button: undefined } : undefined;
    // It asks for more than consent.
    if (inputsOf(notice).length > 0) return undefined;
    const answers = order.map((wanted) => own.find(({ kind }) => kind === wanted));
    const answer = answers.find((button) => button !== undefined);
    return answer === undefined ? undefined : { button: toButton(answer) };
  }

  function toButton({ element, name }: NamedButton): NoticeButton {
    return { mark: markOf(element), name };
  }

  function findNotice(isFramed: boolean): ConsentView['notice'] {
    const seen = new Set<Element>();
    for (const button of buttons.list(document)) {
      if (!order.includes(button.kind)) continue;
      const notice = noticeOf(button, isFramed);
      if (notice === undefined || seen.has(notice)) continue;
      seen.add(notice);
      const found = toNotice(notice);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function isOver(frame: Element): boolean {
    const { width, height } = frame.getBoundingClientRect();
    if (width < minFrame.width || height < minFrame.height || !text.isVisible(frame)) return false;
    return isNamed(frame) || pathOf(frame).some(isLayer);
  }

  function isLocked(): boolean {
    return [document.documentElement, document.body].some((element) => {
      const { overflowY, position } = getComputedStyle(element);
      return /^(?:hidden|clip)$/.test(overflowY) || position === 'fixed';
    });
  }

  function askedBy(layer: Element, said: string, own: readonly NamedButton[]): Cover['asksFor'] {
    if (own.some(({ kind }) => kind === 'pay')) return 'payment';
    const hasPassword = inputsOf(layer).some(({ type }) => type === 'password');
    if (hasPassword || own.some(({ kind }) => kind === 'logIn')) return 'log-in';
    return age.test(said) || buttons.mentions(said, words.age) ? 'age' : undefined;
  }

  return {
    findConsent: (isFramed) => ({
      notice: findNotice(isFramed),
      frames: dom
        .walk(document, 100_000)
        .filter((element) => /^i?frame$/.test(dom.tag(element)) && isOver(element))
        .slice(0, maxFrames)
        .map((frame) => markOf(frame)),
      isLocked: isLocked(),
    }),
    describeCover(top) {
      const layer = pathOf(top).findLast(isLayer);
      const cover = layer ?? top;
      const said = shownText(cover, maxNotice);
      const own = layer === undefined ? [] : buttons.list(layer);
      const asksFor = layer === undefined ? undefined : askedBy(layer, said, own);
      const closer = own.find(({ kind }) => kind === 'close' || kind === 'decline');
      const role = dom.attribute(cover, 'role').slice(0, maxShown);
      const tag = `<${dom.tag(cover)}${role === '' ? '' : ` role="${role}"`}>`;
      const beginning = text.tidy(said).slice(0, maxShown).trim();
      return {
        by: beginning === '' ? tag : `${tag} "${beginning}"`,
        closer: closer === undefined || asksFor !== undefined ? undefined : toButton(closer),
        asksFor,
      };
    },
  };
}

/** What keeps an action from its element. */
export interface Obstruction {
  /** What would receive a click in its place; `undefined` when nothing does. */
  readonly cover: Cover | undefined;
  readonly isVisible: boolean;
  readonly isDisabled: boolean;
  /** Position and size in CSS pixels, as a text that changes when the element moves. */
  readonly box: string;
}

/** What a button of a notice does, by its name; `undefined` for all else, such as settings. */
type ButtonKind = 'refuse' | 'decline' | 'accept' | 'agree' | 'close' | 'pay' | 'logIn' | undefined;

interface NamedButton {
  readonly element: Element;
  readonly name: string;
  readonly kind: ButtonKind;
}

/** Reads the buttons of notices. */
interface ButtonReader {
  /** Returns the visible buttons and links in an element or document, by document order. */
  list(scope: Element | Document): readonly NamedButton[];
  /** Whether a text holds one of the words. */
  mentions(text: string, words: readonly string[]): boolean;
}

function createButtonReader(words: NoticeWords): ButtonReader {
  /** Elements of a page in which buttons are searched. */
  const maxWalked = 100_000;
  /** Characters; what says more is no button of a notice. */
  const maxName = 60;
  const buttons =
    'button, a, input[type=button], input[type=submit], [role=button], [role=link], [tabindex="0"]';
  const price = /[€$£¥₽]\s?\d|\d\s?(?:[€$£¥₽]|eur\b|usd\b|kr\b|zł)/i;

  function toTest(list: readonly string[]): (token: string) => boolean {
    const whole = new Set(list.filter((word) => !word.endsWith('*')));
    const starts = list.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
    return (token) => whole.has(token) || starts.some((start) => token.startsWith(start));
  }

  const tests = {
    refuse: toTest(words.refuse),
    accept: toTest(words.accept),
    negation: toTest(words.negations),
    necessary: toTest(words.necessary),
    only: toTest(words.only),
    agree: toTest(words.agree),
    close: toTest(words.close),
    filler: toTest(words.fillers),
    pay: toTest(words.pay),
    logIn: toTest(words.logIn),
  };

  function toTokens(said: string): readonly string[] {
    return said
      .toLowerCase()
      .replaceAll('’', "'")
      .split(/[^\p{L}\p{N}'&×✕✖✗+-]+/u)
      .filter((token) => /[^'+-]/.test(token));
  }

  function toKind(name: string): ButtonKind {
    const phrase = name
      .toLowerCase()
      .replaceAll(/[。.!！>›→]+$/g, '')
      .trim();
    if (words.refusePhrases.includes(phrase)) return 'refuse';
    if (words.acceptPhrases.includes(phrase)) return 'accept';
    const tokens = toTokens(name);
    if (tokens.some(tests.pay) || price.test(name)) return 'pay';
    if (tokens.some(tests.logIn) || /\b(?:log|sign)\s?(?:in|on|up)\b/i.test(name)) return 'logIn';
    if (tokens.length === 0) return undefined;
    const { refuse, accept, negation, necessary, only, agree, close } = tests;
    const has = (test: (token: string) => boolean): boolean => tokens.some(test);
    const isKnown = tokens.every((token) => Object.values(tests).some((test) => test(token)));
    if (!isKnown) return undefined;
    if (has(refuse) || (has(necessary) && (has(only) || has(accept)))) return 'refuse';
    if (has(accept)) return has(negation) ? 'refuse' : 'accept';
    if (has(necessary)) return undefined;
    if (has(close)) return has(negation) ? 'decline' : 'close';
    return has(agree) && !has(negation) ? 'agree' : undefined;
  }

  function nameOf(element: Element): string {
    const own = element instanceof HTMLInputElement ? element.value : '';
    const said = text.read(element) || own || dom.attribute(element, 'aria-label');
    return text.tidy(said || dom.attribute(element, 'title'));
  }

  /** A link to another page leaves the page instead of answering its notice. */
  function leadsAway(element: Element): boolean {
    if (!(element instanceof HTMLAnchorElement) || !dom.hasAttribute(element, 'href')) return false;
    const isPage = /^https?:$/.test(element.protocol);
    return isPage && (element.origin !== location.origin || element.pathname !== location.pathname);
  }

  return {
    list(scope) {
      const found: NamedButton[] = [];
      for (const element of dom.walk(scope, maxWalked)) {
        if (!element.matches(buttons) || !text.isVisible(element)) continue;
        const name = nameOf(element);
        if (name === '' || name.length > maxName) continue;
        const kind = toKind(name);
        const isAnswer = kind !== 'pay' && kind !== 'logIn';
        found.push({ element, name, kind: isAnswer && leadsAway(element) ? undefined : kind });
      }
      return found;
    },
    mentions(said, list) {
      const test = toTest(list);
      const phrases = list.filter((word) => /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word));
      return toTokens(said).some(test) || phrases.some((phrase) => said.includes(phrase));
    },
  };
}
/** Stops endless animations on and around an element: clicks wait until the element no longer moves. */
function stopEndlessMotion(element: Element): void {
  let above: Element | undefined = element;
  while (above !== undefined) {
    for (const animation of above.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations === Infinity) animation.pause();
    }
    above = dom.parent(above);
  }
}

/** Brings the element into view, stops its endless animations, and says what is in its way. */
export function readObstruction(mark: number, words: NoticeWords): Obstruction | undefined {
  const element = elementOf(mark);
  if (element === undefined) return undefined;
  stopEndlessMotion(element);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = dom.elementAt(x + width / 2, y + height / 2);
  // A click on the element's own label or wrapper still reaches the element.
  const isCovered =
    top !== undefined &&
    !dom.isInside(top, element) &&
    !element.contains(top) &&
    !top.contains(element);
  return {
    cover: isCovered ? createNoticeFinder(words).describeCover(top) : undefined,
    isVisible: text.isVisible(element) && width > 0 && height > 0,
    isDisabled: element.matches(':disabled, [aria-disabled="true"]'),
    box: [x, y, width, height].map(Math.round).join(' '),
  };
}
