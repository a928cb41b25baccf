declare module 'linebreak' {
  /** Line break opportunities of a text, by UAX 14. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number } | null;
  }
}
