/**
 * Makes an id that no other call gets: of a request (`requestId` of a result) or of a run (`id` of a run). Ids appear in results and
 * URLs, hence letters, digits, `-` and `_` alone.
 */
export type CreateId = (kind: 'request' | 'run') => string;
