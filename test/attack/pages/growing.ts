import { growingPages as dimensions } from '../../support/growing-pages.ts';
import { linearBound, toFamily, type HostilePage } from '../hostile-page.ts';

/** Pages of 1 MB, each grown in one dimension: nothing in them is wrong but for its number. */
export const growingPages: readonly HostilePage[] = toFamily(
  'growing',
  dimensions.map(([name, grow]) => [name, 1_000_000, grow, { bound: linearBound }]),
);
