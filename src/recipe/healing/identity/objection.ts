/** What speaks against an element being the one of the fingerprint. */
export type Objection =
  /** Another element of the page of the fingerprint is more like it, or just as like. */
  | 'rival'
  /** It cannot be acted on, or not in that way: a button is no text field. */
  | 'kind'
  /** It stands in another row of the list. */
  | 'row'
  /** It is called otherwise. */
  | 'words'
  /** Nothing that identified the element is left. */
  | 'identity';
