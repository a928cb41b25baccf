/** How words begin that say of a day that something was changed then. */
export const changeStems: string =
  'updat(?!es)|modif|revis|review|edited|changed|aktuali[sz]|geändert|päivit|güncel|frissít|módos|mis à jour|actualiz|aggiorn|atualiz|bijgewerkt|uppdater|opdater|oppdater|обновл|更新|zuletzt';

const dayLabel: RegExp = new RegExp(
  `(?<!\\p{L})(?:(?<change>${changeStems})|publish|posted|created|written|veröff|erschienen|publi|pubblic|geplaatst|gepubl|julkais|опубл)`,
  'giu',
);

/** A word of a text that says of a day whether it is that of a change or of the publication. */
interface DayLabel {
  readonly said: 'change' | 'publication';
  readonly index: number;
}

export function listDayLabels(text: string): readonly DayLabel[] {
  return Array.from(text.matchAll(dayLabel), ({ index, groups }) => ({
    said: groups?.['change'] === undefined ? 'publication' : 'change',
    index,
  }));
}

const askedDays: ReadonlyMap<string, DayLabel['said']> = new Map([
  ['publishedDate', 'publication'],
  ['modifiedDate', 'change'],
]);

/** A text of two labelled days from the one on that a field asks for: "Updated 14 March, published 12 March". */
export function toAskedDay(concept: string | undefined, text: string): string {
  const asked = askedDays.get(concept ?? '');
  if (asked === undefined) return text;
  const labels = listDayLabels(text);
  const first = labels.find(({ said }) => said === asked);
  const isBehind = first !== undefined && labels[0]?.said !== asked;
  if (!isBehind || !/\p{Nd}/u.test(text.slice(labels[0]?.index, first.index))) return text;
  const rest = text.slice(first.index);
  return /\p{Nd}/u.test(rest) ? rest : text;
}
