import type { TargetFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';
import { toTargetFingerprint } from '../../recipes/healing/target-fingerprint.ts';
import {
  type OpeningPage,
  type StepDocument,
  toOpeningSteps,
  toViewportStep,
} from '../draft/recipe-document.ts';
import { isSecretField, isSecretShape } from '../../runtime/secrets/secret-shapes.ts';
import { findSecretWord } from '../../runtime/secrets/secret-words.ts';
import type { ActedElement, PageAction, TypedField } from './page-action.ts';

/** A step that was recorded. */
export interface RecordedStep {
  /** Names the step through all its changes. */
  readonly id: number;
  readonly step: StepDocument;
  /** What its element is known by, for healing; `undefined` for steps without one. */
  readonly fingerprint: TargetFingerprint | undefined;
  /** The secret variable that its value is. */
  readonly secret: string | undefined;
}

/** What became of a step: a new one, another form of the last one, or the last one taken back. */
export interface RecordingChange {
  readonly change: 'added' | 'changed' | 'removed';
  readonly recorded: RecordedStep;
}

/** A page as a recording sees it. */
interface RecordedPage {
  /** `main`, or the URL of the tab. */
  readonly target: string;
  readonly url: string;
}

/** Makes steps of actions. */
export interface StepRecorder {
  /** The first steps: the size of the page, and its address. A page that is still loading may arrive after. */
  begin(page: OpeningPage, isLoading: boolean): void;
  /** The person has given the page another size. */
  resize(size: Omit<OpeningPage, 'url'>): void;
  take(action: PageAction, target: string): void;
  /** Takes notice of what is typed as secret while nothing is recorded: pages may show it afterwards. */
  notice(action: PageAction, target: string): void;
  /** A new document: opened by the person's own hand around the page, or by the last step. */
  arrive(page: RecordedPage, isByPage: boolean): void;
  /** How the person answered a dialog that the last step raised. */
  answerDialog(answer: 'accept' | 'dismiss' | { readonly text: string }): void;
}

interface CreateStepRecorderInput {
  /** Called with each change as it comes. */
  readonly onChange: (change: RecordingChange) => void;
  /** Whether the recipe has a variable of this name, which another secret must not be taken for. */
  readonly isTaken: (variable: string) => boolean;
  /** Called with what stands in a field for secrets while it is typed, with the variable that it is; `undefined` where it is not recorded. */
  readonly onSecret: (variable: string | undefined, value: string) => void;
  /** Called before anything else is recorded: what was typed until now is complete. */
  readonly onTyped: () => void;
}

const buttons: Readonly<Record<number, string>> = {
  1: 'auxiliary',
  2: 'secondary',
  3: 'back',
  4: 'forward',
};

/** Creates a recorder without steps. */
export function createStepRecorder(input: CreateStepRecorderInput): StepRecorder {
  const { onChange, isTaken, onSecret, onTyped } = input;
  const steps: RecordedStep[] = [];
  /** Variables of secret fields, by the page and the name that a form sends them by. */
  const secrets = new Map<string, { readonly variable: string; readonly parameter: string }>();
  const down = new Map<string, StepDocument>();
  let nextId = 1;
  /** Where the last step acted. */
  let lastPlace: string | undefined;
  /** The step that opens the first page, where that is on its way, until a document arrives. */
  let opening: RecordedStep | undefined;
  /** Where was typed last, recorded or not. */
  let typedPlace: string | undefined;

  function add(step: StepDocument, target?: ActedElement, secret?: string): void {
    const fingerprint =
      target === undefined
        ? undefined
        : toTargetFingerprint(target.element, target.others, 'action');
    const recorded = { id: nextId, step, fingerprint, secret };
    nextId += 1;
    steps.push(recorded);
    onChange({ change: 'added', recorded });
  }

  function changeLast(changes: Partial<StepDocument>, secret?: string): void {
    const last = steps.pop();
    if (last === undefined) return;
    const step = { ...last.step, ...changes };
    const recorded = { ...last, step, secret: secret ?? last.secret };
    steps.push(recorded);
    onChange({ change: 'changed', recorded });
  }

  /** The step that may have led to another page: a key leads there as it goes down. */
  function leadingStep(): StepDocument | undefined {
    const [before, last] = [steps.at(-2)?.step, steps.at(-1)?.step];
    return isRelease(before, last) ? before : last;
  }

  function changeLeading(changes: Partial<StepDocument>): void {
    const last = steps.at(-1);
    if (last === undefined || leadingStep() === last.step) {
      changeLast(changes);
      return;
    }
    removeLast();
    changeLast(changes);
    add(last.step);
  }

  function removeLast(): void {
    const recorded = steps.pop();
    if (recorded !== undefined) onChange({ change: 'removed', recorded });
  }

  function isOnLast(types: readonly string[], place: string): boolean {
    const type = steps.at(-1)?.step.type ?? '';
    return types.includes(type) && lastPlace === place;
  }

  /** Keys whose release went to a page that was left. */
  function releaseKeys(): void {
    for (const step of down.values()) add({ ...step, type: 'keyUp' });
    down.clear();
  }

  function nameSecret(field: TypedField, place: SecretPlace): string {
    const { name, autocomplete } = field;
    // A form that is shown again after a mistake has the same fields under other numbers.
    const { target, frame, url, mark } = place;
    const key = JSON.stringify([
      target,
      frame,
      toPagePath(url),
      name === '' ? mark : name,
      autocomplete,
    ]);
    const known = secrets.get(key);
    if (known !== undefined) return known.variable;
    const base = toVariableName(field);
    const taken = new Set([...secrets.values()].map(({ variable }) => variable));
    let variable = base;
    for (let count = 2; taken.has(variable) || isTaken(variable); count += 1) {
      variable = `${base}${count}`;
    }
    secrets.set(key, { variable, parameter: name });
    return variable;
  }

  /** A form may have sent a secret in the address. */
  function withoutSecrets(url: string): string {
    return url.replaceAll(/([?&#]([^=&#]*)=)([^&#]*)/g, (whole, before: string, name: string) => {
      const known = [...secrets.values()].find(
        ({ parameter }) => parameter !== '' && isSameName(name, parameter),
      );
      return known === undefined ? whole : `${before}{{${known.variable}}}`;
    });
  }

  /** Returns where the action was done. Typing is over with anything that is done elsewhere. */
  function noteTyping(action: PageAction, target: string): string {
    const acted = 'target' in action ? action.target : null;
    // Numbers of elements begin anew in each document.
    const place = JSON.stringify([target, action.frame, toPagePath(action.url), acted?.mark]);
    if (action.kind !== 'change' || place !== typedPlace) onTyped();
    typedPlace = place;
    return place;
  }

  function take(action: PageAction, target: string): void {
    const base = { target, ...(action.frame.length === 0 ? {} : { frame: [...action.frame] }) };
    const place = noteTyping(action, target);
    if ('title' in action) {
      noteTitle(action);
      return;
    }
    if ('key' in action) {
      takeKey(action.kind, action.key, base);
      return;
    }
    releaseKeys();
    const { target: acted } = action;
    const element = acted === null ? {} : { selectors: acted.selectors };
    if (acted !== null && acted.selectors.length === 0) return;
    switch (action.kind) {
      case 'click': {
        const button = buttons[action.button];
        const more = button === undefined ? {} : { button };
        add(
          { type: 'click', ...base, ...element, offsetX: action.x, offsetY: action.y, ...more },
          action.target,
        );
        break;
      }
      case 'doubleClick': {
        const last = steps.at(-1)?.step;
        const { offsetX = 1, offsetY = 1 }: Partial<StepDocument> = last ?? {};
        // A double click comes behind the two clicks that it consists of.
        for (let click = 0; click < 2 && isOnLast(['click'], place); click += 1) removeLast();
        add({ type: 'doubleClick', ...base, ...element, offsetX, offsetY }, action.target);
        break;
      }
      case 'change': {
        const { url, frame } = action;
        const field = findSecretField(action);
        const at = { target, frame, url, mark: action.target.mark };
        const secret = field && nameSecret(field, at);
        if (secret !== undefined) onSecret(secret, action.value);
        const value = secret === undefined ? action.value.replaceAll('{{', '{ {') : `{{${secret}}}`;
        // A key that is typed or pasted bit by bit is known for one at its end.
        if (isOnLast(['change'], place)) changeLast({ value }, secret);
        else {
          // The click that put the cursor there is a part of it.
          if (isOnLast(['click'], place)) removeLast();
          add({ type: 'change', ...base, ...element, value }, action.target, secret);
        }
        break;
      }
      case 'scroll': {
        const { x, y } = action;
        if (isOnLast(['scroll'], place)) changeLast({ x, y });
        else add({ type: 'scroll', ...base, ...element, x, y }, acted ?? undefined);
        break;
      }
    }
    lastPlace = place;
  }

  /** The title belongs to the last step, where that led to its document. */
  function noteTitle({ url, title }: { readonly url: string; readonly title: string }): void {
    const shown = withoutSecrets(url);
    const events = leadingStep()?.['assertedEvents'];
    const [event]: readonly unknown[] = Array.isArray(events) ? events : [];
    const isIts =
      typeof event === 'object' && event !== null && 'url' in event && event.url === shown;
    if (isIts) changeLeading({ assertedEvents: [{ ...event, title }] });
  }

  function takeKey(type: 'keyDown' | 'keyUp', key: string, base: object): void {
    if (type === 'keyUp' && !down.delete(key)) return;
    const step = { type, ...base, key };
    add(step);
    if (type === 'keyDown') down.set(key, step);
    lastPlace = undefined;
  }

  return {
    begin(page, isLoading) {
      for (const step of toOpeningSteps(page)) add(step);
      opening = isLoading ? steps.at(-1) : undefined;
    },
    resize(size) {
      const step = toViewportStep(size);
      if (steps.at(-1)?.step.type === 'setViewport') changeLast(step);
      else add(step);
      lastPlace = undefined;
    },
    take,
    notice(action, target) {
      noteTyping(action, target);
      if (findSecretField(action) !== undefined && 'value' in action) {
        onSecret(undefined, action.value);
      }
    },
    arrive({ target, url }, isByPage) {
      if (!/^https?:/i.test(url)) return;
      onTyped();
      const shown = withoutSecrets(url);
      const event = { type: 'navigation', url: shown };
      const last = steps.at(-1)?.step;
      const isOpening = steps.at(-1) === opening && isSameDocument(last?.['url'], url);
      opening = undefined;
      if (isOpening) return;
      if (isByPage && last !== undefined && last.type !== 'setViewport') {
        changeLeading({ assertedEvents: [event] });
      } else {
        releaseKeys();
        add({ type: 'navigate', target, url: shown, assertedEvents: [event] });
      }
      lastPlace = undefined;
    },
    answerDialog: (dialog) => changeLast({ dialog }),
  };
}

/** Whether two addresses differ in nothing but how they are written and in the place on the page. */
function isSameDocument(one: unknown, other: string): boolean {
  const [a, b] = [one, other].map((url) => (typeof url === 'string' ? URL.parse(url) : null));
  for (const url of [a, b]) if (url) url.hash = '';
  return a?.href !== undefined && a.href === b?.href;
}

/** A page without its parameters, which its scripts may change at every key. */
function toPagePath(url: string): string {
  const page = URL.parse(url);
  return `${page?.origin ?? ''}${page?.pathname ?? url}`;
}

/** The field of an action that has typed a secret. */
function findSecretField(action: PageAction): TypedField | undefined {
  if (action.kind !== 'change' || action.field === undefined) return undefined;
  const { field, value } = action;
  return field.isMasked || isSecretField(field) || isSecretShape(value) ? field : undefined;
}

/** Names of variables by what their fields say of themselves. */
const variableNames: readonly (readonly [RegExp, string])[] = [
  [/cc-number|card.?(?:number|no)\b/, 'cardNumber'],
  [/cc-csc|cvc|cvv|csc/, 'cardCode'],
  [/one-time-code|otp|\btan\b|code/, 'code'],
  [/api.?key/, 'apiKey'],
  [/\bpin\b/, 'pin'],
  [/token/, 'token'],
];

function toVariableName({ name, autocomplete, labels, isMasked }: TypedField): string {
  // A masked field may hold anything; what fills it in is said by the page.
  const shown = isMasked ? [] : [name, ...labels];
  const words = [autocomplete, ...shown].join(' ').toLowerCase();
  return (
    variableNames.find(([pattern]) => pattern.test(words))?.[1] ??
    shown.map(findSecretWord).find((kind) => kind !== undefined) ??
    'password'
  );
}

function isRelease(before: StepDocument | undefined, last: StepDocument | undefined): boolean {
  return before?.type === 'keyDown' && last?.type === 'keyUp' && before['key'] === last['key'];
}

interface SecretPlace {
  readonly target: string;
  readonly frame: readonly number[];
  readonly url: string;
  readonly mark: number;
}

function isSameName(encoded: string, name: string): boolean {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' ')) === name;
  } catch {
    // It is no name that a form sends.
    return false;
  }
}
