/** Smallest amount that pages group by thousands. */
const groupedFrom = 1_000;

/**
 * How a value may stand in a page, likeliest first: numbers with point or comma and with or without groups,
 * ISO dates with the month's name in the given languages.
 */
export function spellValue(
  value: string | number,
  languages: readonly string[],
): readonly string[] {
  if (typeof value === 'number') return spellNumber(value);
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(value)?.[1];
  const spellings = day === undefined ? [value] : [value, day, ...spellDay(day, languages)];
  return [...new Set(spellings)];
}

function spellNumber(value: number): readonly string[] {
  const exact = String(value);
  const plain = Number.isInteger(value) ? [exact, value.toFixed(2)] : [exact, value.toFixed(2)];
  const withPoint = plain.filter((digits) => Number(digits) === value);
  const grouped = Math.abs(value) < groupedFrom ? [] : withPoint.flatMap(spellGroups);
  const all = [...withPoint, ...withPoint.map((digits) => digits.replace('.', ',')), ...grouped];
  return [...new Set(all)];
}

function spellGroups(digits: string): readonly string[] {
  const [whole = '', fraction] = digits.split('.');
  const group = (separator: string) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
  const end = (point: string) => (fraction === undefined ? '' : `${point}${fraction}`);
  return [
    `${group(',')}${end('.')}`,
    `${group('.')}${end(',')}`,
    `${group(' ')}${end(',')}`,
    `${group('’')}${end('.')}`,
  ];
}

function spellDay(day: string, languages: readonly string[]): readonly string[] {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return [];
  return languages.flatMap((language) => {
    const [locale] = supported(language);
    if (locale === undefined) return [];
    return (['long', 'medium'] as const).map((dateStyle) =>
      new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(date),
    );
  });
}

function supported(language: string): readonly string[] {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language);
  } catch {
    // A page may say anything in its `lang` attribute.
    return [];
  }
}
