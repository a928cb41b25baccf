import pLimit from 'p-limit';
import type { PageRequest } from '../../contracts/fetcher.ts';
import { type ImageType, sniffImage } from '../../page/images/sniff-image.ts';
import type { LoadedImage, PageImages } from '../../page-session/page-question.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import type { OperationContext } from '../operation-context.ts';

export interface LoadImagesInput extends PageImages {
  /** What can be drawn. */
  readonly types: ReadonlySet<ImageType>;
  /** The request of the page: headers go to its origin only. `undefined` for a page that the caller gave, which loads nothing. */
  readonly request: PageRequest | undefined;
  /** For all pictures together; those that are not there by then are left out. */
  readonly timeoutMs: number;
}

export interface LoadedImages {
  /** By absolute URL. */
  readonly images: ReadonlyMap<string, LoadedImage>;
  /** For people: how many were left out, and why. */
  readonly warnings: readonly string[];
}

/** Most different pictures of a page that are fetched. */
export const maxImages = 40;
/** A photograph for the whole screen takes about one. */
const maxImageBytes = 5_000_000;
const maxTotalBytes = 20_000_000;
const maxPixels = 16_000_000;
/** What browsers open to one server. */
const concurrency = 6;
/** Drawings without end cost time where they are drawn; logos take a tenth. */
const maxSvgBytes = 500_000;

type LeftOut = 'failed' | 'format' | 'given' | 'late' | 'many' | 'refused' | 'size';

const reasons: Readonly<Record<LeftOut, string>> = {
  failed: 'could not be loaded',
  format: 'come in a format that cannot be drawn here',
  given: 'stand in a page given as HTML, for which nothing is fetched',
  late: 'did not arrive in time',
  many: `come after the first ${maxImages}`,
  refused: 'are where nothing may be loaded from',
  size: 'are too large, alone or with the others',
};

/** What loading pictures takes. */
export type LoadImagesContext = Pick<OperationContext, 'clock' | 'egress' | 'fetcher'>;

/**
 * Fetches a page's pictures the way the page was fetched. A picture that cannot be loaded is left out; only the request's
 * signal rejects, with its reason.
 */
export async function loadImages(
  { sources, total, types, request, timeoutMs }: LoadImagesInput,
  context: LoadImagesContext,
): Promise<LoadedImages> {
  const images = new Map<string, LoadedImage>();
  if (request === undefined) {
    const leftOut = new Map<LeftOut, number>([['given', total]]);
    return { images, warnings: describeLeftOut(leftOut, total) };
  }
  const leftOut = new Map<LeftOut, number>();
  if (total > sources.length) leftOut.set('many', total - sources.length);
  const share = new AbortController();
  const cancelShare = context.clock.after(timeoutMs, () => share.abort());
  const signal = AbortSignal.any([request.signal, share.signal]);
  const load = createLoader({ ...request, signal }, types, context);
  const limit = pLimit(concurrency);
  try {
    await Promise.all(
      sources.map((source) =>
        limit(async () => {
          const loaded = await load(source);
          if (typeof loaded !== 'string') images.set(source, loaded);
          else {
            const reason = share.signal.aborted && loaded === 'failed' ? 'late' : loaded;
            leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
          }
        }),
      ),
    );
  } finally {
    cancelShare();
  }
  request.signal.throwIfAborted();
  return { images, warnings: describeLeftOut(leftOut, total) };
}

function createLoader(
  request: PageRequest,
  types: ReadonlySet<ImageType>,
  { egress, fetcher }: Pick<LoadImagesContext, 'egress' | 'fetcher'>,
): (source: string) => Promise<LoadedImage | LeftOut> {
  const accept = [...types].map((type) => (type === 'svg' ? 'image/svg+xml' : `image/${type}`));
  const { signal } = request;
  const { origin } = new URL(request.url);
  let totalBytes = 0;
  return async (source) => {
    try {
      egress.parseUrl(source);
    } catch {
      // The page gave the address, so a fault in it is not the caller's.
      return 'refused';
    }
    if (totalBytes >= maxTotalBytes) return 'size';
    try {
      signal.throwIfAborted();
      const page = await raceSignal(
        fetcher.fetch({
          ...request,
          url: source,
          headers: {
            // Servers that have several formats send one that can be drawn.
            accept: `${accept.join(', ')}, */*;q=0.1`,
            ...(new URL(source).origin === origin ? request.headers : {}),
          },
        }),
        signal,
      );
      if (page.status >= 400) return 'failed';
      const checked = checkImage(page.body, types);
      if (typeof checked === 'string') return checked;
      if (totalBytes + page.body.length > maxTotalBytes) return 'size';
      totalBytes += page.body.length;
      return checked;
    } catch {
      // One picture less. The caller checks the deadline of the whole call.
      return 'failed';
    }
  };
}

function checkImage(bytes: Uint8Array, types: ReadonlySet<ImageType>): LoadedImage | LeftOut {
  const sniffed = sniffImage(bytes);
  if (sniffed === undefined) return 'failed';
  const { type, width, height } = sniffed;
  if (!types.has(type)) return 'format';
  const isLarge = width * height > maxPixels || bytes.length > maxImageBytes;
  return isLarge || (type === 'svg' && bytes.length > maxSvgBytes) ? 'size' : { type, bytes };
}

function describeLeftOut(leftOut: ReadonlyMap<LeftOut, number>, total: number): readonly string[] {
  const count = [...leftOut.values()].reduce((sum, each) => sum + each, 0);
  if (count === 0) return [];
  const parts = [...leftOut].map(([reason, each]) => `${each} ${reasons[reason]}`);
  return [
    `${count} of ${total} picture(s) are shown by their alternative text: ${parts.toSorted().join(', ')}.`,
  ];
}
