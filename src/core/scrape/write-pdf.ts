import type { Browser } from '../../runtime/contracts/browser.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { type ImageType, sniffImage } from '../../page/body/sniff-image.ts';
import type {
  LoadedImage,
  PageFacts,
  PageImages,
  PageSession,
  PrintQuestion,
} from '../page-session/page-question.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import pLimit from 'p-limit';
import type { PageRequest } from '../../runtime/contracts/fetcher.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';

export interface WritePdfInput extends Pick<LoadImagesInput, 'request'> {
  readonly facts: PageFacts;
  readonly session: PageSession;
  /** Whether only the main content is written. */
  readonly mainOnly: boolean;
  readonly navigation: PrintQuestion['navigation'];
  /** Whether pictures are replaced by their alternative text. */
  readonly tagTruncate: boolean;
  /** Milliseconds until the call's deadline. */
  readonly leftMs: number;
}

export interface WrittenPdf {
  readonly bytes: Uint8Array;
  /** Whether the page has any text. */
  readonly hasText: boolean;
  /** For people: what could not be shown, and why it was not the browser that wrote. */
  readonly warnings: readonly string[];
}

/** Longest wait for pictures, and never more than half of the time left: a PDF without them is better than none. */
const maxImagesMs = 10_000;
const pdfTypes: ReadonlySet<ImageType> = new Set(['jpeg', 'png']);
const browserTypes: ReadonlySet<ImageType> = new Set(['avif', 'gif', 'jpeg', 'png', 'svg', 'webp']);

/** What writing a PDF takes. */
export type WritePdfContext = LoadImagesContext & Pick<OperationContext, 'printer'>;

/** A page as PDF: by the browser where there is one, else without. */
export async function writePdf(
  input: WritePdfInput,
  context: WritePdfContext,
  signal: AbortSignal,
): Promise<WrittenPdf> {
  const { printer } = context;
  const loaded = input.tagTruncate ? undefined : await load(input, context);
  if (printer === undefined) return writeAlone(input, loaded, signal);
  try {
    return await print(input, loaded, printer, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isGleanerError(error, 'service_unavailable')) throw error;
    // A PDF without the browser's layout is better than none; a warning says so.
    const written = await writeAlone(input, loaded, signal);
    const warning = `The PDF was made without a browser. ${error.message}`;
    return { ...written, warnings: [warning, ...written.warnings] };
  }
}

async function load(
  { session, mainOnly, request, leftMs }: WritePdfInput,
  context: WritePdfContext,
): Promise<LoadedImages> {
  const types = context.printer === undefined ? pdfTypes : browserTypes;
  const timeoutMs = Math.min(maxImagesMs, leftMs / 2);
  const found = await session.ask('images', { mainOnly, most: maxImages });
  return loadImages({ ...found, types, request, timeoutMs }, context);
}

async function print(
  { session, mainOnly, navigation, facts: { url, title, language } }: WritePdfInput,
  loaded: LoadedImages | undefined,
  browser: Browser,
  signal: AbortSignal,
): Promise<WrittenPdf> {
  const question = { mainOnly, navigation, embeds: true, images: loaded?.images };
  const { html, hasText } = await session.ask('print', question);
  const bytes = await browser.printPdf({ html, url, title, language, signal });
  return { bytes, hasText, warnings: loaded?.warnings ?? [] };
}

async function writeAlone(
  { session, mainOnly, navigation, facts: { url, title, language } }: WritePdfInput,
  loaded: LoadedImages | undefined,
  signal: AbortSignal,
): Promise<WrittenPdf> {
  // Only names are needed there: the bytes go to the thread that writes.
  const named = loaded === undefined ? undefined : withoutBytes(loaded.images);
  const question = { mainOnly, navigation, embeds: false, images: named };
  const { html, hasText } = await session.ask('print', question);
  // Loaded on first use: the import takes tens of milliseconds, and most calls write no PDF.
  const { toPdf } = await import('../../page/pdf/to-pdf.ts');
  const images = new Map([...(loaded?.images ?? [])].map(([source, { bytes }]) => [source, bytes]));
  const { bytes, warnings } = await toPdf({ page: { html, url, title, language }, images, signal });
  return { bytes, hasText, warnings: [...(loaded?.warnings ?? []), ...warnings] };
}

function withoutBytes(images: ReadonlyMap<string, LoadedImage>): ReadonlyMap<string, LoadedImage> {
  const none = new Uint8Array();
  return new Map([...images].map(([source, { type }]) => [source, { type, bytes: none }]));
}

interface LoadImagesInput extends PageImages {
  /** What can be drawn. */
  readonly types: ReadonlySet<ImageType>;
  /** The request of the page: headers go to its origin only. `undefined` for a page that the caller gave, which loads nothing. */
  readonly request: PageRequest | undefined;
  /** For all pictures together; those that are not there by then are left out. */
  readonly timeoutMs: number;
}

interface LoadedImages {
  /** By absolute URL. */
  readonly images: ReadonlyMap<string, LoadedImage>;
  /** For people: how many were left out, and why. */
  readonly warnings: readonly string[];
}

/** Most different pictures of a page that are fetched. */
const maxImages = 40;
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
type LoadImagesContext = Pick<OperationContext, 'clock' | 'egress' | 'fetcher'>;

/**
 * Fetches a page's pictures the way the page was fetched. A picture that cannot be loaded is left out; only the request's
 * signal rejects, with its reason.
 */
async function loadImages(
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
