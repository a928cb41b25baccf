/** What a thread says: that it runs, and how each of its jobs went. */
export type ThreadMessage<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };
