/** Who uses the studio; each owner has a session and recipes of his own. */
export interface StudioOwner {
  /** Stable and unique, such as the id of an account. */
  readonly owner: string;
  /** Aborts when the owner signs out: his session ends with it. @default never */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What the studio was started for: the front end opens it first. The query of its page goes before: `?recipe=ID` is how the dashboard
 * links to a recipe, and `?repair=ID` to one that has drifted, which is tried at once to show what to repair.
 */
export interface StudioStart {
  readonly url?: string | undefined;
  /** Id of a kept recipe. */
  readonly recipe?: string | undefined;
  /** Where the dashboard is that the studio belongs to, such as `/`; absent where it stands alone. */
  readonly dashboard?: string | undefined;
}

/** What `GET …/api/start` gives. */
export interface StudioStartResult extends StudioStart {
  /** Who is signed in: drafts that a browser keeps are kept by it. */
  readonly owner: string;
}
