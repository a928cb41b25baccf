import type { SelectorPart } from '../../runtime/contracts/recipe/recipe.ts';
import type {
  OperationName,
  PageOperations,
  PageReply,
} from '../../browser/in-page/page-operations.ts';
import { markOf, reply } from '../../browser/in-page/run-program.ts';
import type { ActedElement, PageAction, TypedField } from './page-action.ts';

/** Elements that an acted one is compared with. */
const maxOthers = 120;
/** Milliseconds after which a scroll is no person's any more. */
const handMs = 1_500;
/** Keys that mean something wherever they are pressed; others only where the page takes them for itself. */
const plainKeys = new Set(['Enter', 'Escape']);
const handledKeys =
  /^(?:Arrow(?:Up|Down|Left|Right)|Tab|Home|End|PageUp|PageDown|F\d{1,2}|Delete|Backspace)$/;
const known = new WeakMap<Element, ActedElement>();
const masked = new WeakSet<Element>();
const held = new Set<string>();
let pressed: { readonly element: Element; readonly target: ActedElement } | undefined;
let handAtMs = -Infinity;
let send: (message: string) => void = () => undefined;

function ask<Name extends OperationName>(
  name: Name,
  input: Parameters<PageOperations[Name]>[0],
): ReturnType<PageOperations[Name]> | undefined {
  const answer = JSON.parse(reply(JSON.stringify({ name, input }))) as PageReply<Name>;
  return 'value' in answer ? answer.value : undefined;
}

function toParts(selector: string | readonly string[]): SelectorPart[] {
  if (typeof selector !== 'string') return selector.flatMap((part) => toParts(part));
  const [, kind = 'css', value = ''] = /^(xpath|text|pierce|aria)\/(.*)$/s.exec(selector) ?? [
    '',
    'css',
    selector,
  ];
  if (kind !== 'aria') return [{ kind: kind as 'css', value }];
  const [, name = value, role] = /^(.*)\[role="([^"]*)"\]$/s.exec(value) ?? [];
  const plain = name.replaceAll(/\\(["\\])/g, '$1');
  return [{ kind: 'aria', value: plain, ...(role === undefined ? {} : { role }) }];
}

function isText(selector: string | readonly string[]): boolean {
  return typeof selector === 'string' && selector.startsWith('text/');
}

/** The selectors in the order of Chrome's Recorder, those that lead to the element and to it alone. */
function listSelectors(mark: number): (readonly string[])[] {
  const proposed = ask('propose', { mark, purpose: 'action' }) ?? [];
  const best = proposed.find(
    (each) => typeof each !== 'string' || !/^(?:aria|xpath|text)\//.test(each),
  );
  const last = typeof best === 'string' ? best : best?.at(-1);
  const pierce = last === undefined ? [] : [`pierce/${last}`];
  const all = [...proposed.filter((each) => !isText(each)), ...pierce, ...proposed.filter(isText)];
  const selectors = all.map(toParts);
  const hits = ask('look', { selectors }) ?? [];
  return all
    .filter((_selector, index) => hits[index]?.count === 1 && hits[index].mark === mark)
    .map((selector) => (typeof selector === 'string' ? [selector] : selector));
}

function describe(element: Element): ActedElement | undefined {
  const marks = [markOf(element)];
  const [found] = ask('describe', { marks, purpose: 'action' }) ?? [];
  if (found === undefined) return undefined;
  const near = { purpose: 'action', limit: maxOthers, like: found.element } as const;
  const others = (ask('candidates', near) ?? [])
    .filter(({ mark }) => mark !== found.mark)
    .map((other) => other.element);
  const { mark } = found;
  return { mark, selectors: listSelectors(mark), element: found.element, others };
}

/** The same description while an element is typed into: what is typed must not change what it is known by. */
function recall(element: Element): ActedElement | undefined {
  const target = known.get(element) ?? describe(element);
  if (target !== undefined) known.set(element, target);
  return target;
}

function framePath(): number[] {
  const path: number[] = [];
  let inner: Window = window;
  while (inner !== inner.parent && path.length < 20) {
    path.unshift(indexIn(inner));
    inner = inner.parent;
  }
  return path;
}

/** In document order; of a frame of another origin, in the order of arrival. */
function indexIn(inner: Window): number {
  try {
    const owner = inner.frameElement;
    if (owner !== null)
      return [...owner.ownerDocument.querySelectorAll('iframe, frame')].indexOf(owner);
  } catch {
    // The frame around it belongs to another origin.
  }
  for (let index = 0; index < inner.parent.length; index += 1) {
    if (inner.parent[index] === inner) return index;
  }
  return 0;
}

type SentAction = PageAction extends infer Action
  ? Action extends PageAction
    ? Omit<Action, 'url' | 'frame'>
    : never
  : never;

function sendAction(action: SentAction): void {
  send(JSON.stringify({ ...action, url: location.href, frame: framePath() }));
}

function originOf(event: Event): Element | undefined {
  const [first] = event.composedPath();
  return first instanceof Element ? first : undefined;
}

/** What says whether a text is secret, as the field has it; the recorder judges. */
function readField(field: Element): TypedField {
  const read = (name: string): string => (field.getAttribute(name) ?? '').slice(0, 200);
  const style = getComputedStyle(field);
  const isDotted =
    (style.getPropertyValue('-webkit-text-security') || 'none') !== 'none' ||
    dotFont.test(style.fontFamily);
  // A field that shows its password for once stays one.
  if ((field instanceof HTMLInputElement && field.type === 'password') || isDotted)
    masked.add(field);
  const labels = 'labels' in field ? [...((field.labels as NodeListOf<Element> | null) ?? [])] : [];
  const root = field.getRootNode();
  const named =
    root instanceof Document || root instanceof ShadowRoot
      ? read('aria-labelledby')
          .split(/\s+/)
          .flatMap((id) => root.getElementById(id) ?? [])
      : [];
  const texts = [...labels.slice(0, 3), ...named.slice(0, 3)].map(({ textContent }) => textContent);
  const own = ['aria-label', 'placeholder', 'aria-placeholder', 'title'].map(read);
  const isNamed = [...texts, ...own].some((text) => text.trim() !== '');
  return {
    name: read('name'),
    autocomplete: read('autocomplete'),
    labels: [read('id'), ...own, ...texts, ...(isNamed ? [] : [textBefore(field)])].map((text) =>
      text.trim().slice(0, 200),
    ),
    isMasked: masked.has(field),
  };
}

/** Fonts whose letters are dots, for browsers without `-webkit-text-security`. */
const dotFont = /text-security|dotsfont|password/i;

/** The text that stands before a field without a label: beside it, or in the cell before its own. */
function textBefore(field: Element): string {
  for (const place of [field, field.parentElement]) {
    let before = place?.previousSibling;
    while (before instanceof Node && (before.textContent ?? '').trim() === '') {
      before = before.previousSibling;
    }
    const isOfOther = before instanceof Element && before.querySelector('input, textarea') !== null;
    if (before instanceof Node) return isOfOther ? '' : (before.textContent ?? '');
  }
  return '';
}

function isEditable(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLElement && element.isContentEditable) return true;
  return (
    element instanceof HTMLInputElement &&
    !/^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/.test(element.type)
  );
}

function listen<Name extends keyof WindowEventMap>(
  name: Name,
  take: (event: WindowEventMap[Name], element: Element) => void,
): void {
  addEventListener(
    name,
    (event) => {
      const element = originOf(event);
      if (event.isTrusted && element !== undefined) take(event, element);
    },
    { capture: true, passive: true },
  );
}

function sendClick(event: PointerEvent, element: Element): void {
  // A key, or the label around a field, clicks without a pointer: what it was done by is recorded.
  if (event.pointerType === '' || event.detail === 0) return;
  if (element.closest('select, option, input[type="file"]') !== null) return;
  const target = pressed?.element === element ? pressed.target : describe(element);
  if (target === undefined) return;
  const box = element.getBoundingClientRect();
  const x = Math.max(1, Math.round(event.clientX - box.left));
  const y = Math.max(1, Math.round(event.clientY - box.top));
  sendAction({ kind: 'click', target, button: event.button, x, y });
}

/**
 * Listens to what a person does in a document, in a world of its own that the page's scripts neither see nor reach; what
 * they dispatch themselves is not trusted and is passed over. `sendMessage` gets each action as JSON.
 */
export function listenToPerson(sendMessage: (message: string) => void): void {
  send = sendMessage;
  if (window === window.parent) {
    addEventListener('DOMContentLoaded', () => {
      sendAction({ kind: 'title', title: document.title.slice(0, 500) });
    });
  }
  // Described as it goes down: what a script makes of the page in between must not matter.
  listen('pointerdown', (_event, element) => {
    handAtMs = performance.now();
    const target = describe(element);
    pressed = target && { element, target };
  });

  listen('click', (event, element) => sendClick(event, element));
  listen('auxclick', (event, element) => sendClick(event, element));
  listen('dblclick', (_event, element) => {
    const target = pressed?.element === element ? pressed.target : describe(element);
    if (target !== undefined) sendAction({ kind: 'doubleClick', target });
  });

  listen('input', (_event, origin) => {
    const host =
      origin instanceof HTMLElement && origin.isContentEditable
        ? (origin.closest('[contenteditable]') ?? origin)
        : origin;
    if (
      host instanceof HTMLSelectElement ||
      !(isEditable(host) || host.matches('[type="range"], [type="color"]'))
    )
      return;
    const target = recall(host);
    if (target === undefined) return;
    const value = 'value' in host ? String(host.value) : (host.textContent ?? '');
    const isTyped = isEditable(host);
    sendAction({
      kind: 'change',
      target,
      value: value.slice(0, 100_000),
      ...(isTyped ? { field: readField(host) } : {}),
    });
  });
  listen('change', (_event, element) => {
    if (!(element instanceof HTMLSelectElement)) return;
    const target = describe(element);
    if (target !== undefined) sendAction({ kind: 'change', target, value: element.value });
  });
  // Before anything is typed: that must not become what the field is known by.
  listen('focusin', (_event, element) => {
    if (isEditable(element)) recall(element);
  });
  listen('focusout', (_event, element) => void known.delete(element));

  listen('keydown', (event, element) => {
    handAtMs = performance.now();
    const { key, isComposing, repeat } = event;
    const isTyped = event.ctrlKey || event.metaKey || event.altKey;
    if (isComposing || repeat || isTyped || element instanceof HTMLSelectElement) return;
    const isText = isEditable(element);
    const isLineEnd = isText && key === 'Enter' && !(element instanceof HTMLInputElement);
    const down = (): void => {
      held.add(key);
      sendAction({ kind: 'keyDown', key });
    };
    if (plainKeys.has(key)) {
      if (!isLineEnd) down();
    } else if (handledKeys.test(key)) {
      // Once the page has had its say: a key that only scrolls, edits or moves on is no step.
      setTimeout(() => {
        if (event.defaultPrevented) {
          down();
          if (!held.has(key)) sendAction({ kind: 'keyUp', key });
        }
      });
    }
  });
  listen('keyup', ({ key }) => {
    if (held.delete(key)) sendAction({ kind: 'keyUp', key });
  });

  listen('wheel', () => {
    handAtMs = performance.now();
  });
  listen('touchmove', () => {
    handAtMs = performance.now();
  });
  addEventListener(
    'scrollend',
    (event) => {
      if (!event.isTrusted || performance.now() - handAtMs > handMs) return;
      const [origin] = event.composedPath();
      if (origin === document) {
        sendAction({
          kind: 'scroll',
          target: null,
          x: Math.round(scrollX),
          y: Math.round(scrollY),
        });
      } else if (origin instanceof Element) {
        const target = describe(origin);
        const [x, y] = [Math.round(origin.scrollLeft), Math.round(origin.scrollTop)];
        if (target !== undefined) sendAction({ kind: 'scroll', target, x, y });
      }
    },
    { capture: true, passive: true },
  );
}
