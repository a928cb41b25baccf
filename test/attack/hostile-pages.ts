import type { HostilePage } from './hostile-page.ts';
import { attributePages } from './pages/attributes.ts';
import { cssPages } from './pages/css.ts';
import { encodingPages } from './pages/encodings.ts';
import { formatPages } from './pages/formats.ts';
import { linkPages } from './pages/links.ts';
import { nestingPages } from './pages/nesting.ts';
import { patternPages } from './pages/patterns.ts';
import { structuredDataPages } from './pages/structured-data.ts';
import { structurePages } from './pages/structure.ts';
import { tablePages } from './pages/tables.ts';
import { textPages } from './pages/text.ts';
import { wallPages } from './pages/walls.ts';

/** Every page that is made to be hostile, by family. */
export const hostilePages: readonly HostilePage[] = [
  ...cssPages,
  ...tablePages,
  ...nestingPages,
  ...attributePages,
  ...textPages,
  ...patternPages,
  ...linkPages,
  ...structuredDataPages,
  ...encodingPages,
  ...formatPages,
  ...structurePages,
  ...wallPages,
];
