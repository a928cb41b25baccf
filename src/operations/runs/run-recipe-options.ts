import type { RecipeFingerprints } from '../../contracts/fingerprint.ts';
import type { CallOptions } from '../operation-context.ts';

/** How a recipe is run. */
export interface RunRecipeOptions extends Omit<CallOptions, 'idempotencyKey' | 'timeoutMs'> {
  /** Values by name; what is missing has the recipe's default. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Pages to extract at most, the first included. @default 20 for calls with an account, 100 for those without */
  readonly maxPages?: number | undefined;
  /** Milliseconds until the run fails with reason `timed_out`. @default 900_000, which is also the most */
  readonly timeoutMs?: number | undefined;
  /** Called as each step begins and after each page; what it throws is ignored. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Sent to the origin of the recipe's first page only. ≤ 32, 16 KB in all. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Look like an ordinary visitor. @default false */
  readonly stealth?: boolean | undefined;
  /** Upstream proxy of this run: `http://`, `https://` or `socks5://`. */
  readonly proxy?: string | undefined;
  /** Load images, fonts and media, too. @default false */
  readonly loadMedia?: boolean | undefined;
  /** Let `waitForExpression` steps run the recipe's own code in the page. @default false */
  readonly allowExpressions?: boolean | undefined;
  /**
   * What an earlier run learnt (`fingerprints` of its result).
   * @default what the recipe itself carries, else what this engine's last good run of the same recipe learnt
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
}
