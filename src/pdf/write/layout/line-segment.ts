import type { InlineStyle } from '../flow/flow.ts';
import type { FontName } from '../fonts/load-fonts.ts';

/** Text of one font and style on one line. */
export interface LineSegment {
  text: string;
  readonly font: FontName;
  readonly style: InlineStyle;
  readonly size: number;
  /** Points from where the line begins. */
  readonly x: number;
  width: number;
}
