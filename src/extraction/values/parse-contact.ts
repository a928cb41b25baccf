/** What a text states to reach somebody by, and the others beside it. */
interface Contact {
  readonly text: string;
  /** Equal for spellings of the same number or address. */
  readonly key: string;
  readonly others: readonly string[];
}

/** Linear: each part has a bound, and none of them can match what follows it. */
const email =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu;
/** As people hide it from programs: "info [at] example.com". */
const hiddenEmail = /^[^\s@]{1,64}\s?[[({]\s?\p{L}{1,3}\s?[\])}]\s?[^\s@]{1,100}$/u;
const phone =
  /(?<![\p{L}\d.,])(?:\+|00)?\s?\(?\d[\d\s()./–-]{3,22}\d(?:,?\s?(?:x|ext\.?|extension)\s?\d{1,6})?(?![\p{L}\d])/giu;
/** Numbers without others around them may be short, or have letters for digits: 112, 1-800-FLOWERS. */
const wholePhone = /^(?:[+\d][\d\s()./*#–-]{1,24}|\+?\d[\d\s().-]{1,12}-?[A-Z][A-Z\d-]{2,12})$/;
const years = /^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d$/;
const fewestDigits = 6;
const maxDigits = 17;
/** Last digits by which numbers are compared: those before are of countries, and of areas as they are dialled from elsewhere. */
const comparedDigits = 9;

/** The address of an e-mail or the number of a telephone that a text states first; `undefined` where it states none. */
export function parseContact(kind: 'email' | 'phone', text: string): Contact | undefined {
  const stated = text.replace(/^(?:mailto|tel):/i, '').trim();
  const found = kind === 'email' ? listEmails(stated) : listPhones(stated);
  const contacts = [...new Map(found.map((one) => [toKey(kind, one), one] as const))];
  const [first, ...others] = contacts;
  if (first === undefined) return undefined;
  return { key: first[0], text: first[1], others: others.map(([, one]) => one) };
}

function listEmails(text: string): readonly string[] {
  const found = text.match(email) ?? [];
  return found.length === 0 && hiddenEmail.test(text) ? [text] : found;
}

function listPhones(text: string): readonly string[] {
  if (wholePhone.test(text) && !years.test(text)) return [text];
  return (text.match(phone) ?? [])
    .map((one) => one.trim())
    .filter((one) => {
      const { length } = one.replaceAll(/\D/g, '');
      return length >= fewestDigits && length <= maxDigits && !years.test(one);
    });
}

function toKey(kind: 'email' | 'phone', text: string): string {
  if (kind === 'email') return text.toLowerCase();
  const digits = text.replace(/,?\s?[xe][xtension.]*\s?\d{1,6}$/i, '').replaceAll(/\D/g, '');
  return digits.slice(-comparedDigits) || text;
}
