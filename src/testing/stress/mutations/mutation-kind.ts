/** What a mutation changes, as reports group them. */
export type MutationKind =
  | 'classes'
  | 'attributes'
  | 'wrappers'
  | 'tags'
  | 'order'
  | 'layout'
  | 'texts'
  | 'language'
  | 'decoys'
  | 'rows'
  | 'combined'
  | 'absent';
