import { z } from 'zod';
import type { ElementFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';

/** The element of an action, as the page's listener described it before the action. */
export interface ActedElement {
  /** The same number for the same element of one document. */
  readonly mark: number;
  /** Each leads to the element and to it alone; most are chains of one part. Empty where none does. */
  readonly selectors: readonly (readonly string[])[];
  readonly element: ElementFingerprint;
  /** The elements that are most like it. */
  readonly others: readonly ElementFingerprint[];
}

/** A person's action in a page. */
export type PageAction = OfPage &
  (
    | {
        readonly kind: 'click';
        readonly target: ActedElement;
        readonly button: number;
        readonly x: number;
        readonly y: number;
      }
    | { readonly kind: 'doubleClick'; readonly target: ActedElement }
    | {
        readonly kind: 'change';
        readonly target: ActedElement;
        readonly value: string;
        /** `undefined` where nothing was typed: an entry of a list, a slider. */
        readonly field?: TypedField | undefined;
      }
    | { readonly kind: 'keyDown' | 'keyUp'; readonly key: string }
    /** A document was parsed. */
    | { readonly kind: 'title'; readonly title: string }
    | {
        readonly kind: 'scroll';
        readonly target: ActedElement | null;
        readonly x: number;
        readonly y: number;
      }
  );

interface OfPage {
  /** Of the document. */
  readonly url: string;
  /** Indexes of nested frames, outermost first. */
  readonly frame: readonly number[];
}

/** What a field that was typed into says of itself. */
export interface TypedField {
  /** Its `name`: the parameter that a form sends it by. */
  readonly name: string;
  readonly autocomplete: string;
  /** Its id, its label and what stands in it before anything is typed. */
  readonly labels: readonly string[];
  /** Whether what is typed is shown as dots, or was. */
  readonly isMasked: boolean;
}

const text = z.string().max(100_000);
const coordinate = z.number().min(-1e7).max(1e7);
/** Described by our own script, whose types hold; only its size is bounded. */
const described = z.custom<ElementFingerprint>(
  (value) => typeof value === 'object' && value !== null && JSON.stringify(value).length < 40_000,
);
const target: z.ZodType<ActedElement> = z.strictObject({
  mark: z.int(),
  selectors: z.array(z.array(z.string().max(5_000)).max(20)).max(20),
  element: described,
  others: z.array(described).max(200),
});
const page = {
  url: z.string().max(10_000),
  frame: z.array(z.int().min(0)).max(20),
};

const shape: z.ZodType<PageAction> = z.discriminatedUnion('kind', [
  z.strictObject({
    ...page,
    kind: z.literal('click'),
    target,
    button: z.int().min(0).max(4),
    x: coordinate,
    y: coordinate,
  }),
  z.strictObject({ ...page, kind: z.literal('doubleClick'), target }),
  z.strictObject({
    ...page,
    kind: z.literal('change'),
    target,
    value: text,
    field: z
      .strictObject({
        name: z.string().max(200),
        autocomplete: z.string().max(200),
        labels: z.array(z.string().max(200)).max(12),
        isMasked: z.boolean(),
      })
      .optional(),
  }),
  z.strictObject({ ...page, kind: z.literal('title'), title: z.string().max(500) }),
  z.strictObject({ ...page, kind: z.enum(['keyDown', 'keyUp']), key: z.string().max(40) }),
  z.strictObject({
    ...page,
    kind: z.literal('scroll'),
    target: target.nullable(),
    x: coordinate,
    y: coordinate,
  }),
]);

/** Characters of one message of the listener. */
const maxMessage = 4_000_000;

/** Reads a message of the page's listener; `undefined` for what it never sends. */
export function findPageAction(message: string): PageAction | undefined {
  if (message.length > maxMessage) return undefined;
  try {
    return shape.safeParse(JSON.parse(message)).data;
  } catch {
    // It is no JSON.
    return undefined;
  }
}
