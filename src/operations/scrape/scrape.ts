import type { Pagination } from '../../page/links/find-pagination.ts';
import type { PageLink } from '../../page/links/list-links.ts';
import type { PageMetadata } from '../../page/links/read-metadata.ts';
import type { MicrodataItem } from '../../page/structured-data/to-microdata-json.ts';
import type { LoadPageContext } from '../pages/load-page.ts';
import type { PageFieldsContext } from '../pages/parse-origin.ts';
import type { ScrapeQuestion } from '../../page-session/page-question.ts';
import { openPage, type OpenedPage } from '../pages/open-page.ts';
import type { CallOptions, OperationContext } from '../operation-context.ts';
import { parseScrapeInput, type ScrapeFields } from './parse-scrape-input.ts';
import { runCall, type RunCallContext, type Receipt } from '../run-call.ts';
import type { ScrapeFormat, ScrapeInput } from './scrape-input.ts';
import { writePdf, type WritePdfContext } from './write-pdf.ts';

/** Structured data of a page, with hints at its pagination. */
export interface ScrapedData {
  /** JSON-LD documents as parsed. */
  readonly jsonLd: readonly unknown[];
  readonly microdata: readonly MicrodataItem[];
  readonly pagination: Pagination;
}

/** The content of a page by format; members of other formats are absent. */
interface ScrapedContent {
  html: {
    /** HTML as served, or what the given options keep of it; Markdown with `clean` or where the URL serves a PDF. */
    readonly html: string;
    readonly markdown?: undefined;
    readonly pdf?: undefined;
  };
  markdown: {
    readonly markdown: string;
    readonly html?: undefined;
    readonly pdf?: undefined;
  };
  pdf: {
    /** Bytes of a PDF file. Where the URL serves a PDF, this is that file, unless an option drops part of it. */
    readonly pdf: Uint8Array;
    readonly html?: undefined;
    readonly markdown?: undefined;
  };
}

/** What a scrape gives beside the content. */
export interface PageDescription {
  /** The kind of file that the URL served. */
  readonly contentType: 'html' | 'pdf';
  /** Whether `clean` was asked for. */
  readonly cleaned: boolean;
  /** Links in page order; present with `extractLinks`. */
  readonly links?: readonly PageLink[];
  /** Title, description and language; `null` for a PDF. */
  readonly metadata: PageMetadata | null;
  readonly structuredData: ScrapedData;
  /** Sentences for people: what was cut or could not be shown. */
  readonly warnings: readonly string[];
}

/** A page in one format, with its description. */
export type ScrapedPage<Format extends ScrapeFormat = ScrapeFormat> = ScrapedContent[Format] &
  PageDescription;

/** The result of `scrape`, with its receipt: `html`, `markdown` or `pdf` is present by the format. */
export type ScrapeResult<Format extends ScrapeFormat = ScrapeFormat> = ScrapedPage<Format> &
  Receipt;

/** The type of `scrape`; `Call` are its arguments after the input. */
export type Scrape<Call extends readonly unknown[]> = <Format extends ScrapeFormat = 'html'>(
  input: ScrapeInput<Format>,
  ...call: Call
) => Promise<ScrapeResult<Format>>;

/** The members of the context that a scrape needs. */
export type ScrapeContext = RunCallContext &
  PageFieldsContext &
  LoadPageContext &
  WritePdfContext &
  Pick<OperationContext, 'markdown' | 'prices'>;

/** Loads the page, turns it into the wanted form, and charges for it. */
export const scrape: Scrape<[call: CallOptions, context: ScrapeContext]> = async (
  input,
  call,
  context,
) => {
  const fields = parseScrapeInput(input, call, context);
  const { scrape: price, scrapeStealth: surcharge } = context.prices;
  const priced = {
    credits: fields.stealth ? price + surcharge : price,
    request: { operation: 'scrape' as const, ...fields },
    toResult: (page: ScrapedPage) => page,
  };
  const timeoutMs = Math.min(call.timeoutMs ?? context.maxCallMs, context.maxCallMs);
  const result = await runCall(priced, call, context, (signal) => {
    const deadlineMs = context.clock.monotonicMs() + timeoutMs;
    // The main content may wait behind a tab or a question; a whole page is what people see without a click.
    const keepCollapsed = fields.reduceContent === true;
    const input = { ...fields, keepCollapsed, allowEmpty: isAsServed(fields) };
    return openPage(input, context, signal, (opened) =>
      toScraped(fields, opened, { context, signal, deadlineMs }),
    );
  });
  // The parsed fields name the format that gives the type.
  return result as never;
};

/** What the work goes on with. */
interface Frame {
  readonly context: WritePdfContext & Pick<OperationContext, 'markdown'>;
  readonly signal: AbortSignal;
  /** On the monotonic clock. */
  readonly deadlineMs: number;
}

async function toScraped(
  fields: ScrapeFields,
  opened: OpenedPage,
  frame: Frame,
): Promise<ScrapedPage> {
  const { session, contentType } = opened;
  const content = await toContent(fields, opened, frame);
  const { links, metadata, jsonLd, microdata, pagination } = await session.ask('describe', {
    links: fields.extractLinks,
  });
  return {
    ...content.form,
    contentType,
    cleaned: fields.clean,
    ...(links === undefined ? {} : { links }),
    metadata: contentType === 'pdf' ? null : metadata,
    structuredData: { jsonLd, microdata, pagination },
    warnings: [...opened.warnings, ...session.warnings, ...content.warnings],
  };
}

interface Content {
  readonly form: ScrapedContent[ScrapeFormat];
  readonly warnings: readonly string[];
}

async function toContent(fields: ScrapeFields, opened: OpenedPage, frame: Frame): Promise<Content> {
  const { format, clean } = fields;
  const { session, contentType, file } = opened;
  if (format === 'pdf') {
    return file !== undefined && isWhole(fields)
      ? { form: { pdf: file }, warnings: [] }
      : toPdfContent(fields, opened, frame);
  }
  if (format === 'markdown' || clean || contentType === 'pdf') {
    const markdown = await writeMarkdown(fields, opened, frame);
    return {
      form: format === 'markdown' ? { markdown } : { html: markdown },
      warnings: markdown.trim() === '' ? [silent] : [],
    };
  }
  const { content, isSilent } = await session.ask('scrape', {
    form: isAsServed(fields) ? 'served' : 'html',
    ...toShown(fields),
  });
  return { form: { html: content }, warnings: isSilent ? [silent] : [] };
}

/** How much of the page is shown. */
function toShown({ tagTruncate, reduceContent }: ScrapeFields): Omit<ScrapeQuestion, 'form'> {
  return { images: tagTruncate ? 'alt' : 'keep', mainOnly: reduceContent === true };
}

async function writeMarkdown(
  fields: ScrapeFields,
  { facts, session }: OpenedPage,
  { context, signal }: Frame,
): Promise<string> {
  const ask = async (form: 'html' | 'markdown'): Promise<string> => {
    const { content } = await session.ask('scrape', { form, ...toShown(fields) });
    return content;
  };
  const { url, title } = facts;
  const markdown: unknown = await context.markdown.toMarkdown({
    url,
    title,
    signal,
    html: () => ask('html'),
    markdown: () => ask('markdown'),
  });
  if (typeof markdown === 'string') return markdown;
  throw new TypeError(
    `Expected the Markdown writer "${context.markdown.name}" to resolve to a text.`,
  );
}

async function toPdfContent(
  { reduceContent, tagTruncate, navigation = 'end' }: ScrapeFields,
  { facts, session, request }: OpenedPage,
  { context, signal, deadlineMs }: Frame,
): Promise<Content> {
  const leftMs = deadlineMs - context.clock.monotonicMs();
  const mainOnly = reduceContent === true;
  const input = { facts, session, mainOnly, navigation, tagTruncate, request, leftMs };
  const { bytes, hasText, warnings } = await writePdf(input, context, signal);
  return { form: { pdf: bytes }, warnings: hasText ? warnings : [...warnings, silent] };
}

/** A page may say all it has to say in its structured data. */
const silent =
  'The page shows no text. What it says about itself is in its structured data and metadata.';

/** Whether the page is wanted as it came, and not what is kept of it. */
function isAsServed(fields: ScrapeFields): boolean {
  return fields.format === 'html' && !fields.clean && isWhole(fields);
}

/** Whether nothing is to be left out. */
function isWhole({ includeTags, excludeTags, reduceContent, tagTruncate }: ScrapeFields): boolean {
  if (reduceContent === true || tagTruncate) return false;
  return includeTags === undefined && excludeTags === undefined;
}
