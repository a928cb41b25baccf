import type { RecipeFingerprints } from '../../contracts/recipe/fingerprint.ts';
import type { CallOptions } from '../operation-context.ts';

/** Options of one run. */
export interface RunRecipeOptions extends Omit<CallOptions, 'idempotencyKey' | 'timeoutMs'> {
  /** Values of the recipe's variables, by name. A variable without a value has the recipe's default; without that the run is refused. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Most pages to extract, the first included. @default 20 for calls with an account, 100 for those without */
  readonly maxPages?: number | undefined;
  /** Milliseconds until the run fails with reason `timed_out`; at most `limits.runMs` of the engine. @default `limits.runMs`, 900_000 where it is not set */
  readonly timeoutMs?: number | undefined;
  /** Called when a step begins and after each page; an error that it throws is ignored. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Request headers, at most 32 and 16 KB in all, sent to the origin of the recipe's first page only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the browser looks like an ordinary visitor's. @default false */
  readonly stealth?: boolean | undefined;
  /** Upstream proxy of this run: `http://`, `https://` or `socks5://`, credentials in the URL. Its address must be public or in `allowPrivate`. */
  readonly proxy?: string | undefined;
  /** Whether images, fonts and media are loaded. @default false */
  readonly loadMedia?: boolean | undefined;
  /** Whether `waitForExpression` steps may run the recipe's JavaScript in the page; otherwise such a recipe is refused. @default false */
  readonly allowExpressions?: boolean | undefined;
  /**
   * What an earlier run learnt: `fingerprints` of its result.
   * @default the recipe's own `fingerprints`, else those of this engine's last good run of the recipe for the same account
   */
  readonly fingerprints?: RecipeFingerprints | undefined;
}

/** How far a run has come. */
export interface RunProgress {
  /** Pages extracted so far. */
  readonly pages: number;
  /** Items extracted so far. */
  readonly items: number;
  /** Most pages that this run may extract. */
  readonly maxPages: number;
  /** The step that begins; absent after a page. */
  readonly step: { readonly path: string; readonly type: string } | undefined;
  /** While the links of a page's items are followed: links done, and links to follow from this page. Absent otherwise. */
  readonly follow: { readonly done: number; readonly of: number } | undefined;
}
