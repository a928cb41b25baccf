/** From where to where. */
export interface CopyStoreOptions {
  /** Folder of a `sqliteStore` that no process has open. */
  readonly from: string;
  /** The database, as for `postgresStore`; its schema is empty, or holds a part of this copy. */
  readonly to: {
    readonly connectionString: string;
    /** @default `gleaner` */
    readonly schema?: string;
  };
  /** Told after every batch, some thousand rows. */
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Stops after the batch that is under way; what was copied stays, and a second call goes on from there. */
  readonly signal?: AbortSignal;
}

/** How far a copy has come. */
export interface CopyProgress {
  /** Rows that are there, and all that there are. */
  readonly copied: number;
  readonly total: number;
}

/** What was copied, and found to be the same on both sides. */
export interface CopiedStore {
  readonly accounts: number;
  readonly recipes: number;
  readonly runs: number;
  readonly entries: number;
  /** Rows of all tables. */
  readonly rows: number;
  /** Sum of all balances, which is the sum of all entries. */
  readonly balance: number;
  /** Credits that open holds and unfinished runs set aside. */
  readonly held: number;
  /** Runs that had not ended: the first service on the database ends them as interrupted, and frees what they hold. */
  readonly unfinishedRuns: number;
  /** Whether an earlier call had copied a part. */
  readonly wasResumed: boolean;
}
