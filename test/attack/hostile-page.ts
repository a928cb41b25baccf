/** What work on a hostile input may take. */
export interface Bound {
  /** Milliseconds until the call has ended: its deadline and one second. */
  readonly endMs: number;
  /** Milliseconds that 99 of 100 timers of the event loop are late at most. */
  readonly loopP99Ms: number;
  /** Milliseconds that any timer of the event loop is late at most. */
  readonly loopMaxMs: number;
  /** Megabytes that the resident memory of the process grows over its level before the call. */
  readonly growthMb: number;
  /** Milliseconds of one core for each megabyte of input; `Infinity` where only the deadline bounds the work. */
  readonly cpuMsPerMb: number;
}

/** Milliseconds that each call of the attack is given. */
export const deadlineMs = 5_000;

/** The bound of every input that states no other. */
export const usualBound: Bound = {
  endMs: deadlineMs + 1_000,
  loopP99Ms: 50,
  loopMaxMs: 200,
  growthMb: 300,
  cpuMsPerMb: Infinity,
};

/** The bound of inputs that are ordinary but for their size: their work is linear, and no deadline has to end it. */
export const linearBound: Bound = { ...usualBound, cpuMsPerMb: 1_000 };

/** A response that is made to hold up, fill or crash what reads it. Generated: the same for the same count. */
export interface HostilePage {
  /** Its family and what is wrong with it: `tables: spans of a million`. */
  readonly name: string;
  /** How many of the hostile parts the page has at its full size. */
  readonly count: number;
  /** Returns the body with so many of the hostile parts. */
  readonly make: (count: number) => string | Uint8Array;
  readonly contentType: string;
  /** HTTP status of the response. */
  readonly status: number;
  readonly bound: Bound;
}

/** A row of a family: its name without the family, and what differs from a page of HTML with status 200. */
type Row = readonly [
  what: string,
  count: number,
  make: HostilePage['make'],
  facts?: Partial<Pick<HostilePage, 'contentType' | 'status' | 'bound'>>,
];

/** Returns the pages of a family. */
export function toFamily(family: string, rows: readonly Row[]): readonly HostilePage[] {
  return rows.map(([what, count, make, facts]) => ({
    name: `${family}: ${what}`,
    count,
    make,
    contentType: 'text/html; charset=utf-8',
    status: 200,
    bound: usualBound,
    ...facts,
  }));
}

/** Joins what a function writes for 0 to `count` - 1. */
export function repeat(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join('');
}

/** A document that shows a product beside the hostile part, so that no page is refused for being empty. */
export function toDocument(body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>Brass lamp</title>${head}</head><body><h1>Brass lamp</h1><p>Price: <b>£51.77</b></p><p>A lamp for reading at night.</p>${body}</body></html>`;
}
