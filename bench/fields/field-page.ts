/** A page with the values that are right for it. */
export interface FieldPage {
  readonly id: string;
  readonly site: string;
  readonly url: string;
  readonly html: string;
  readonly expected: Readonly<Record<string, unknown>>;
}
