declare module 'css-tree/parser' {
  /** A node of css-tree's syntax tree, with the members that are read here. Names and units are as written. */
  export interface CssNode {
    readonly type: string;
    readonly name?: string;
    readonly unit?: string;
    readonly property?: string;
    readonly important?: boolean | string;
    readonly value?: string | CssNode | null;
    readonly children?: Iterable<CssNode> | null;
    readonly modifier?: string | null;
    readonly mediaType?: string | null;
    readonly condition?: CssNode | null;
    readonly declaration?: CssNode;
    readonly left?: CssNode;
    readonly leftComparison?: string;
    readonly middle?: CssNode;
    readonly rightComparison?: string | null;
    readonly right?: CssNode | null;
  }

  /** Parses a piece of CSS; what is wrong in it becomes a `Raw` node and is reported. */
  export default function parse(
    css: string,
    options: {
      readonly context: 'declarationList' | 'value' | 'mediaQueryList' | 'stylesheet';
      readonly onParseError?: (error: Error) => void;
    },
  ): CssNode;
}

declare module 'css-tree/utils' {
  /** Names as CSS writes them: `decode` resolves escapes. */
  export const ident: { readonly decode: (text: string) => string };
  /** Strings with their quotes. */
  export const string: { readonly decode: (text: string) => string };
  /** `url(…)` without quotes inside. */
  export const url: { readonly decode: (text: string) => string };
}
