import { toWordSet } from '../../runtime/collections.ts';
/** What pages write for yes and no, in lower case; the words of most languages first. */
export const yesWords: ReadonlySet<string> = toWordSet(
  'true yes y 1 on ja oui sí si sì sim tak да так evet はい 是 예 ano kyllä jah áno igen ναι ναί あり 有り 있음 有 نعم כן var vorhanden ✓ ✔ ☑ telecommute',
);
export const noWords: ReadonlySet<string> = new Set(
  'false no n 0 off nein non não nee nej nei nie нет ні hayır いいえ 否 아니요 ne ei nem όχι οχι なし 無し 없음 无 無 لا לא yok ✗ ✘ ✕ × ☐'
    .split(' ')
    .concat(
      'nicht vorhanden|nicht enthalten|not included|no incluido|no incluida|non inclus|non incluse|non incluso|não incluído|não incluída|niet inbegrepen|ej inkluderat|ikke inkludert|ikke inkluderet|не входит'.split(
        '|',
      ),
    ),
);
