import type { ReadValues } from '../../../extraction/evidence/answer-leaves.ts';
import type { PageReading } from '../../../page/page-reading.ts';
import type { ContentQuery } from '../../../runtime/contracts/extractor.ts';
import { readBody, type PageBody } from '../../../page/body/read-body.ts';
import type { ContentChunk } from '../../../extraction/content/chunk-content.ts';
import { readPage } from '../../../page/read-page.ts';
import type { PageSource, ReadOptions } from '../page-question.ts';

/** A page in its thread. Decoded, parsed and read when that is first needed, and kept until its call ends. */
export class SessionPage {
  readonly source: PageSource;
  readonly #options: ReadOptions;
  readonly #warnings = new Set<string>();
  #body: PageBody | undefined;
  #reading: PageReading | undefined;
  #data: PageReading | undefined;
  #read: ReadValues | undefined;
  #chunks: { readonly key: string; readonly chunks: readonly ContentChunk[] } | undefined;

  constructor(source: PageSource, options: ReadOptions) {
    this.source = source;
    this.#options = options;
  }

  /** Bytes or characters of what came. */
  get size(): number {
    return this.source.content.length;
  }

  /** Whether the page is read as it came: HTML, and no tags of it chosen. */
  get isWhole(): boolean {
    return this.source.format === undefined && (this.#options.includeTags ?? []).length === 0;
  }

  get body(): PageBody {
    return (this.#body ??= toBody(this.source));
  }

  get reading(): PageReading {
    return (this.#reading ??= readPage({
      ...this.#options,
      html: this.body.html,
      url: this.source.url,
    }));
  }

  /** The page for those who look for values in it, and for where they stand: JSON in tables. People and models are shown it as it came. */
  get data(): PageReading {
    if (this.#data !== undefined) return this.#data;
    const html = this.body.toDataHtml();
    this.#data =
      html === this.body.html
        ? this.reading
        : readPage({ ...this.#options, html, url: this.source.url });
    return this.#data;
  }

  /** What the page says of itself, whatever tags of it were chosen: that is not among them. */
  get own(): PageReading {
    if ((this.#options.includeTags ?? []).length === 0) return this.reading;
    const { body, source } = this;
    return readPage({ ...this.#options, includeTags: [], html: body.html, url: source.url });
  }

  /** Of the reading and of the work so far, each once. */
  get warnings(): readonly string[] {
    const { warnings: ofBody = [] } = this.#body ?? {};
    const ofReadings = [this.#reading, this.#data].flatMap((reading) => reading?.warnings ?? []);
    return [...new Set([...ofBody, ...ofReadings, ...this.#warnings])];
  }

  warn(warning: string): void {
    this.#warnings.add(warning);
  }

  /** Keeps what was read from the page's structure, and where: evidence of these values is looked for there first. */
  keepRead(read: ReadValues): void {
    this.#read = read;
  }

  /** What was last read from the page's structure. */
  get read(): ReadValues | undefined {
    return this.#read;
  }

  /** Called after work that changes the tree: the next question reads the page anew. */
  dropReading(): void {
    for (const warning of this.#reading?.warnings ?? []) this.#warnings.add(warning);
    this.#reading = undefined;
    this.#data = undefined;
    this.#chunks = undefined;
    this.#read = undefined;
  }

  /** The chunks of a query, those of the last one without selecting them again. */
  chunksOf(
    query: ContentQuery,
    select: (reading: PageReading, query: ContentQuery) => readonly ContentChunk[],
  ): readonly ContentChunk[] {
    const key = JSON.stringify(query);
    if (this.#chunks?.key !== key) this.#chunks = { key, chunks: select(this.reading, query) };
    return this.#chunks.chunks;
  }
}

function toBody(source: PageSource): PageBody {
  const { content, format = 'html' } = source;
  if (typeof content !== 'string') return readBody({ ...source, body: content });
  const toDataHtml = (): string => content;
  return {
    kind: format,
    encoding: 'UTF-8',
    text: content,
    html: content,
    toDataHtml,
    warnings: [],
  };
}
