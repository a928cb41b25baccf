import type { ContentType } from '../../page/documents/document-reader.ts';
import type { Pagination } from '../../page/links/find-pagination.ts';
import type { PageLink } from '../../page/links/list-links.ts';
import type { MicrodataItem, PageMetadata } from '../../page/structured-data/read-metadata.ts';
import { type LoadPageContext, type OpenedPage, openPage } from '../pages/open-page.ts';
import {
  type PageFields,
  type PageFieldsContext,
  type ReadOf,
  findCallIssues,
  parseInput,
  parseOrigin,
  toInputShape,
} from '../operations/parse-input.ts';
import type {
  ForeseenQuestion,
  PageQuestions,
  ScrapeQuestion,
} from '../page-session/page-question.ts';
import { builtInName } from '../../page/markdown/markdown-converters.ts';
import type { CallOptions, OperationContext } from '../operations/operation-context.ts';
import { type Receipt, type RunCallContext, runCall } from '../operations/run-call.ts';
import { type ScrapeFormat, type ScrapeInput, scrapeInputFields } from './scrape-input.ts';
import { type WritePdfContext, writePdf } from './write-pdf.ts';
import { toLowerNames } from '../../network/egress/create-egress.ts';
import { invalidRequest } from '../../runtime/errors/gleaner-error.ts';

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
  readonly contentType: ContentType;
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

/** Loads the page, turns it into the wanted form, and charges for it. The type is that of the format that the fields name. */
export const scrape = scrapePage as Scrape<[call: CallOptions, context: ScrapeContext]>;

async function scrapePage(
  input: ScrapeInput,
  call: CallOptions,
  context: ScrapeContext,
): Promise<ScrapeResult> {
  const fields = parseScrapeInput(input, call, context);
  const { scrape: price, scrapeStealth: surcharge } = context.prices;
  const priced = {
    credits: fields.stealth ? price + surcharge : price,
    pageUrl: fields.origin.kind === 'url' ? fields.origin.url : undefined,
    request: { operation: 'scrape' as const, ...fields },
    toResult: (page: ScrapedPage) => page,
  };
  const timeoutMs = Math.min(call.timeoutMs ?? context.maxCallMs, context.maxCallMs);
  return runCall(priced, call, context, (signal) => {
    const deadlineMs = context.clock.monotonicMs() + timeoutMs;
    // The main content may wait behind a tab or a question; a whole page is what people see without a click.
    const keepCollapsed = fields.reduceContent === true;
    const input = {
      ...fields,
      keepCollapsed,
      isForPeople: true,
      allowEmpty: isAsServed(fields),
      foreseen: foresee(fields, context),
    };
    return openPage(input, context, signal, (opened) =>
      toScraped(fields, opened, { context, signal, deadlineMs }),
    );
  });
}

/** What the work goes on with. */
interface Frame {
  readonly context: WritePdfContext & Pick<OperationContext, 'markdown'>;
  readonly signal: AbortSignal;
  /** On the monotonic clock. */
  readonly deadlineMs: number;
}

/** What will be asked of a page, in this order; of a document that was served as one, the same or more. */
function foresee(
  fields: ScrapeFields,
  { markdown }: Pick<OperationContext, 'markdown'>,
): readonly ForeseenQuestion[] {
  if (fields.format === 'pdf') return [];
  const isMarkdown = fields.format === 'markdown' || fields.clean;
  // Another writer asks for what it needs.
  const isForeign = isMarkdown && markdown.name !== builtInName;
  const form = isMarkdown ? 'markdown' : toHtmlForm(fields);
  const content = { kind: 'scrape', question: { form, ...toShown(fields) } } as const;
  return [...(isForeign ? [] : [content]), { kind: 'describe', question: toDescribed(fields) }];
}

async function toScraped(
  fields: ScrapeFields,
  opened: OpenedPage,
  frame: Frame,
): Promise<ScrapedPage> {
  const { session, contentType } = opened;
  const content = await toContent(fields, opened, frame);
  const { links, metadata, jsonLd, microdata, pagination } = await session.ask(
    'describe',
    toDescribed(fields),
  );
  return {
    ...content.form,
    contentType,
    cleaned: fields.clean,
    ...(links === undefined ? {} : { links }),
    metadata: contentType === 'html' ? metadata : null,
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
    return file !== undefined && contentType === format && isWhole(fields)
      ? { form: { pdf: file }, warnings: [] }
      : toPdfContent(fields, opened, frame);
  }
  if (format === 'markdown' || clean || contentType !== 'html') {
    const markdown = await writeMarkdown(fields, opened, frame);
    return {
      form: format === 'markdown' ? { markdown } : { html: markdown },
      warnings: markdown.trim() === '' ? [silent] : [],
    };
  }
  const { content, isSilent } = await session.ask('scrape', {
    form: toHtmlForm(fields),
    ...toShown(fields),
  });
  return { form: { html: content }, warnings: isSilent ? [silent] : [] };
}

function toHtmlForm(fields: ScrapeFields): ScrapeQuestion['form'] {
  return isAsServed(fields) ? 'served' : 'html';
}

function toDescribed({ extractLinks }: ScrapeFields): PageQuestions['describe'][0] {
  return { links: extractLinks };
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
  { reduceContent, tagTruncate, navigation }: ScrapeFields,
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

const shape = toInputShape(scrapeInputFields);

/** An input that can be used, with every default filled in. */
export interface ScrapeFields
  extends
    PageFields,
    Omit<
      ReadOf<typeof scrapeInputFields>,
      keyof PageFields | 'url' | 'html' | 'format' | 'tagTruncate'
    > {
  readonly format: ScrapeFormat;
  readonly tagTruncate: boolean;
}

/** Reads an input of `scrape`; throws `invalid_request` with everything that is wrong with it. */
export function parseScrapeInput(
  input: unknown,
  call: CallOptions,
  context: PageFieldsContext,
): ScrapeFields {
  const { fields, readable, issues: faults } = parseInput(shape, input);
  const issues = [...faults, ...findCallIssues(call)];
  if (readable.clean === true && readable.format !== undefined) {
    issues.push({
      path: '/clean',
      message: 'It contradicts `format`: leave `clean` out, and ask for "markdown" as `format`.',
    });
  }
  // What other formats do anyway may be said.
  const { navigation = 'end' } = readable;
  if (navigation !== 'end' && readable.format !== 'pdf') {
    issues.push({
      path: '/navigation',
      message: 'Only a PDF sets navigation apart: leave it out, or ask for "pdf" as `format`.',
    });
  }
  const origin = parseOrigin(readable, context, issues);
  if (fields === undefined || origin === undefined || issues.length > 0) {
    throw invalidRequest('scrape', issues);
  }
  const { url: _url, html: _html, ...rest } = fields;
  return {
    ...rest,
    origin,
    headers: toLowerNames(fields.headers ?? {}),
    format: fields.format ?? 'html',
    // Clients that ask for `clean` expect text alone.
    tagTruncate: fields.tagTruncate ?? fields.clean,
  };
}
