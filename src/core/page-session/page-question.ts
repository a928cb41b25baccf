import type {
  FindListCoverageInput,
  ListFindings,
} from '../../extraction/completeness/find-list-coverage.ts';
import type { Evidence, InferredValue } from '../../runtime/contracts/evidence.ts';
import type {
  ContentQuery,
  JsonSchema,
  ModelTexts,
  PageContent,
  ReadTexts,
  Selection,
  SelectQuery,
  SettledFindings,
  StructureFindings,
  StructureQuery,
} from '../../runtime/contracts/extractor.ts';
import type { ErrorCode, ErrorDetails } from '../../runtime/errors/gleaner-error.ts';
import type { CheckedValue, CheckEvidenceInput } from '../../extraction/evidence/find-evidence.ts';
import type {
  FindMissingAddressesInput,
  MissingAddresses,
} from '../../extraction/evidence/find-missing-addresses.ts';
import type { PagePreview, PreviewPlace } from '../../page/tree/to-page-preview.ts';
import type { DocumentFormat } from '../../page/documents/document-reader.ts';
import type { ImageType } from '../../page/body/sniff-image.ts';
import type { Pagination } from '../../page/links/find-pagination.ts';
import type { PageLink } from '../../page/links/list-links.ts';
import type { MicrodataItem, PageMetadata } from '../../page/structured-data/read-metadata.ts';
import type { ReadPageInput } from '../../page/read-page.ts';
import type { NavigationPlace } from '../../page/tree/set-navigation-apart.ts';

/** A page as it goes to a thread. */
export interface PageSource {
  /** The body of a response, or HTML: given by the caller, or made of a document. */
  readonly content: Uint8Array | string;
  /** Of the document that the HTML was made of; absent for a page. */
  readonly format?: DocumentFormat;
  /** Absolute URL of the response. */
  readonly url: string;
  /** HTTP status; 200 for HTML that was given. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How the page is parsed, and what of it is kept. */
export type ReadOptions = Omit<ReadPageInput, 'html' | 'url'>;

export interface OpenQuestion {
  /** Whether the page must not be an obstacle: a block page, a log-in wall, an error, nothing. */
  readonly checksObstacle: boolean;
  /** Whether its scripts have not run: a JavaScript shell, or a page that leads on to another, is then reported and not read. */
  readonly isServed: boolean;
  /** Whether it is fetched again where it reloads itself for a cookie that came with it. */
  readonly mayReload: boolean;
  readonly reads: boolean;
}

/** What a page says of itself once it was parsed. */
export interface PageFacts {
  /** Absolute: the base of its links. */
  readonly url: string;
  /** White space collapsed; empty when absent. */
  readonly title: string;
  readonly language: string | undefined;
  /** Whether there is neither text nor structured data. */
  readonly isEmpty: boolean;
}

/** What a page turned out to be. */
export interface PageOpening {
  /** The JavaScript shell that the page is; `undefined` for a page, and where none was looked for. */
  readonly shell: { readonly hasData: boolean } | undefined;
  /** Absolute URL of the page that this one leads on to by itself. */
  readonly nextUrl: string | undefined;
  /** About a page that leads on later. */
  readonly warning: string | undefined;
  /** `undefined` for a shell, for a page that leads on, and where the page was not to be read. */
  readonly facts: PageFacts | undefined;
}

export interface ScrapeQuestion {
  /** `served` is the decoded page as it came. */
  readonly form: 'served' | 'html' | 'markdown';
  readonly images: 'alt' | 'keep';
  readonly mainOnly: boolean;
}

export interface Scraped {
  readonly content: string;
  /** Whether the content shows nothing: neither text nor media. */
  readonly isSilent: boolean;
}

export interface Description {
  /** In page order. */
  readonly links: readonly PageLink[] | undefined;
  readonly metadata: PageMetadata;
  /** JSON-LD documents as parsed. */
  readonly jsonLd: readonly unknown[];
  readonly microdata: readonly MicrodataItem[];
  readonly pagination: Pagination;
}

export interface PrintQuestion {
  readonly mainOnly: boolean;
  /** Where the menus of a whole page stand. */
  readonly navigation: NavigationPlace | 'keep';
  /** Whether the bytes of pictures stand in the page, or the URLs they were loaded from. */
  readonly embeds: boolean;
  /** Loaded pictures by their absolute URL; `undefined` keeps none, not even those within the page. */
  readonly images: ReadonlyMap<string, LoadedImage> | undefined;
}

export interface LoadedImage {
  readonly type: ImageType;
  readonly bytes: Uint8Array;
}

export interface Printable {
  readonly html: string;
  /** Whether there is any text. */
  readonly hasText: boolean;
}

export interface PageImages {
  /** Absolute http and https URLs of the first pictures, each once. */
  readonly sources: readonly string[];
  /** How many different ones there are. */
  readonly total: number;
}

interface EvidenceQuestion {
  readonly value: unknown;
  /** The parts that were worked out. */
  readonly inferred: readonly InferredValue[];
  /** Share of wrong values among those that are called sure, 0 to 1. @default 0.005 */
  readonly maxWrong?: number | undefined;
}

interface PreviewQuestion {
  /** What is to be found in it. */
  readonly places: readonly PreviewPlace[];
  /** Characters of HTML. */
  readonly maxLength: number;
}

/** What a page can be asked, by kind: question and result. All of it is plain data. */
export interface PageQuestions {
  readonly open: [OpenQuestion, PageOpening];
  readonly read: [undefined, PageFacts];
  readonly text: [{ readonly mainOnly: boolean }, string];
  readonly html: [undefined, string];
  readonly content: [ContentQuery, PageContent];
  readonly readTexts: [ModelTexts, ReadTexts];
  readonly structure: [StructureQuery, StructureFindings];
  readonly settled: [StructureQuery, SettledFindings];
  readonly select: [SelectQuery, Selection];
  /** Where on the page the parts of a value stand. */
  readonly evidence: [EvidenceQuestion, readonly Evidence[]];
  /** What became of the evidence of a value. */
  readonly checkEvidence: [CheckEvidenceInput, readonly CheckedValue[]];
  /** Which addresses of a value the page does not contain. */
  readonly missingAddresses: [FindMissingAddressesInput, MissingAddresses];
  readonly lists: [FindListCoverageInput, ListFindings];
  readonly describe: [{ readonly links: boolean }, Description];
  readonly scrape: [ScrapeQuestion, Scraped];
  readonly preview: [PreviewQuestion, PagePreview];
  readonly images: [{ readonly mainOnly: boolean; readonly most: number }, PageImages];
  readonly print: [PrintQuestion, Printable];
}

export type QuestionKind = keyof PageQuestions;

export type AskedQuestion = {
  readonly [Kind in QuestionKind]: {
    readonly kind: Kind;
    readonly question: PageQuestions[Kind][0];
  };
}[QuestionKind];

/** What the value of a `structure` question is held against its page for, before it is handed out. */
export interface ValueChecks {
  readonly kind: 'checks';
  /** The caller's prompt and schema as text. */
  readonly given: string;
  readonly prompt: string;
  readonly schema: JsonSchema | undefined;
  readonly maxWrong: number;
  readonly needsEvidence: boolean;
}

/** A question that a call will ask for certain once its page is read. */
export type ForeseenQuestion = AskedQuestion | ValueChecks;

/** An answer, and the warnings of the page as they were after it. */
export interface ForeseenAnswer {
  readonly value: PageQuestions[QuestionKind][1];
  readonly warnings: readonly string[];
}

/** A call's page, which answers questions from the thread that it lives in. */
export interface PageSession {
  /**
   * Rejects with the signal's reason, with what `page/` throws, or with `validation_failed` where the work takes more time or
   * memory than a page may.
   */
  ask<Kind extends QuestionKind>(
    kind: Kind,
    question: PageQuestions[Kind][0],
  ): Promise<PageQuestions[Kind][1]>;
  /** For people: what the questions so far had to flatten, cut or drop. */
  readonly warnings: readonly string[];
  /** Lets the thread forget the page. */
  close(): void;
}

/** A question as it goes to a thread. */
export interface PageJob {
  /** Number of the page, unique in the process. */
  readonly page: number;
  /** Present where the thread does not have the page. */
  readonly opened: { readonly source: PageSource; readonly options: ReadOptions } | undefined;
  /** Pages that the thread need not keep any longer. */
  readonly closed: readonly number[];
  readonly kind: QuestionKind;
  readonly question: PageQuestions[QuestionKind][0];
  /** What is answered along with `open` and `read` where the page has something to read. */
  readonly foreseen?: readonly ForeseenQuestion[];
}

export type PageJobResult =
  | {
      readonly kind: 'done';
      readonly value: PageQuestions[QuestionKind][1];
      /** Of the reading so far: what was flattened, cut or dropped because of a limit. */
      readonly warnings: readonly string[];
      /** To the foreseen questions, in their order, up to one that fails: that one fails again when it is asked. */
      readonly foreseen: readonly ForeseenAnswer[];
    }
  /** The thread had to drop the page to make room: it needs `opened`. */
  | { readonly kind: 'gone' }
  /** An error of ours. */
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails[ErrorCode];
    };
