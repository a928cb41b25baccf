import type { StudioDraft } from '../../../../src/studio/api/studio-draft.ts';
import type { StudioInput } from '../../../../src/studio/api/studio-browsing.ts';

/**
 * What a person has typed into fields for secrets, by the variables that these became: trials need the values, and the
 * recording does not hold them. They stand in this page's memory alone, as long as it is open.
 */
export interface TypedValues {
  /** Is told each input that is sent to the page. */
  readonly note: (input: StudioInput) => void;
  /**
   * Is told each draft: a secret variable that is new has the text that was typed last. With another recipe all is forgotten, and
   * none of the variables that it comes with has a value.
   */
  learn(draft: StudioDraft): void;
  /** The values for a draft by its `id`: those of another one are none of its. */
  readonly list: (draft: string) => Readonly<Record<string, string>>;
}

/** A text while it is typed; `undefined` once it was changed in a way that keys do not tell, such as by moving the cursor. */
interface Typed {
  text: string | undefined;
}

/** Creates the memory of a page into which nothing was typed yet. */
export function createTypedValues(): TypedValues {
  const values = new Map<string, Typed>();
  const known = new Set<string>();
  let current: Typed = { text: '' };
  let last: Typed = { text: undefined };
  let recipe: string | undefined;

  function leaveField(): void {
    if (current.text === '') return;
    last = current;
    current = { text: '' };
  }

  function press(key: string): void {
    if (/^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock)$/.test(key)) return;
    if (key === 'Tab' || key === 'Enter') leaveField();
    else if (key === 'Backspace') current.text = current.text?.slice(0, -1);
    else if (/^.$/su.test(key)) add(key);
    else current.text = undefined;
  }

  function forget(): void {
    current = { text: '' };
    last = { text: undefined };
  }

  function add(text: string): void {
    if (current.text !== undefined) current.text += text;
  }

  return {
    note(input) {
      if (input.type === 'mouse' && input.action === 'down') leaveField();
      if (input.type === 'paste' || input.type === 'text') add(input.text);
      if (input.type !== 'key' || input.action !== 'down') return;
      const isShortcut = input.modifiers?.some((held) => held === 'Control' || held === 'Meta');
      if (isShortcut === true && input.key.length === 1) current.text = undefined;
      else press(input.key);
    },
    learn({ id, variables }) {
      if (id !== recipe) {
        forget();
        values.clear();
        known.clear();
        recipe = id;
        for (const { name } of variables) known.add(name);
      }
      for (const { name, isSecret } of variables) {
        if (!isSecret || known.has(name)) continue;
        known.add(name);
        values.set(name, current.text === '' ? last : current);
      }
    },
    list: (draft) =>
      Object.fromEntries(
        [...values].flatMap(([name, { text = '' }]) =>
          text === '' || draft !== recipe ? [] : [[name, text]],
        ),
      ),
  };
}
