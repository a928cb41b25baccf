const legalForm =
  /(?<!\p{L})(?:ltd|limited|inc|llc|llp|plc|corp|corporation|gmbh|ag|kg|ohg|se|s\.?a\.?s?|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|oyj?|ab|a\/?s|co|company|group|holding|株式会社|公司)\.?$/iu;

/** Whether a name ends as those of companies do. */
export function hasLegalForm(name: string): boolean {
  return legalForm.test(name);
}
