import type { Dom } from '../../page-script/create-dom.ts';
import type { PageText } from '../../page-script/create-page-text.ts';
import type { NoticeWords } from './notice-words.ts';

/** What a button of a notice does, by its name; `undefined` for all else, such as settings. */
export type ButtonKind =
  | 'refuse'
  | 'decline'
  | 'accept'
  | 'agree'
  | 'close'
  | 'pay'
  | 'logIn'
  | undefined;

export interface NamedButton {
  readonly element: Element;
  readonly name: string;
  readonly kind: ButtonKind;
}

/** Reads the buttons of notices. */
export interface ButtonReader {
  /** Returns the visible buttons and links in an element or document, by document order. */
  list(scope: Element | Document): readonly NamedButton[];
  /** Whether a text holds one of the words. */
  mentions(text: string, words: readonly string[]): boolean;
}

/** Part of the page script: uses nothing from module scope. */
export function createButtonReader(dom: Dom, text: PageText, words: NoticeWords): ButtonReader {
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
