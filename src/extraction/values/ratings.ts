import { hasDigit } from './numbers/fold-number-text.ts';
const onlyStars = /^[★⭐☆✩\s]{2,20}$/u;
const fullStar = /[★⭐]/gu;
const emptyStar = /[☆✩]/u;
const ratingWord =
  /(?<!\p{L})(?:rat(?:ed|ing)|scor|stars?(?!\p{L})|reviews?|verdict|bewert|sternen?(?!\p{L})|sterne?(?!\p{L})|note(?!\p{L})|étoiles|avis|calificaci|valoraci|puntuaci|estrellas|valutazion|voto|stelle|avalia|estrelas|beoordel|sterren|betyg|ocen|hodnocen|рейтинг|оценк|評価|评分)|[★⭐]/iu;
/** A number of the points that can be had: `8.4 out of 10`, `3/5`; not `3/5/2024`, `3/5 cup`, `9 out of 10 people`. */
const rated =
  /(?<![\p{Nd}.,/])(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:\/|out of|von|sur|de|su|van|av|af|z|из)\s?(5|10|20|100)(?=\s?(?:$|[.,;:!?()★⭐|·•–—]\D|\([\p{Nd},.]{1,9}\)|[.,;:!?)]$|(?:stars?|points?|by|from|based|and|after|in|sternen?|étoiles|estrellas|stelle)(?!\p{L})))/giu;
/** The same in languages that name the points that can be had first: `5つ星のうち4.7`, `5 üzerinden 4,7`, `满分5分，得4.7分`. */
const ratedBehind =
  /(?<![\p{Nd}.,])(5|10|100)\s?(?:つ星のうち|点満点(?:中|で)|点中|개\s?중|점\s?(?:만점\s?(?:에|중)|중)|üzerinden|-[bt][őe]l|分满分|分滿分|分[，,]\s?得)\s?(\d{1,3}(?:[.,]\d{1,2})?)(?![\p{Nd}])/giu;
const count = String.raw`(\p{Nd}{1,3}(?:[.,\s’']\p{Nd}{3})*|\p{Nd}{1,7}(?:[.,]\p{Nd})?\s?[km]?)`;
const countedReviews = new RegExp(
  String.raw`^[^\p{L}\p{N}]{0,20}(?:(?:based on|from|out of|aus|basé sur|de|da|av|van|z|из)\s)?[([]?${count}\s(?:(?:customer|verified|user|global|kunden)\s?)?(?:reviews?|ratings?|votes?|votos?|vot[io]|stimmen?|röster|bewertung(?:en)?|rezension(?:en)?|avis|évaluations?|opiniones|reseñas|valoraciones|recensioni|valutazioni|avaliações|beoordelingen|reviews|omdömen|recensioner|anmeldelser|arvostelua|opini[ei]|ocen|recenz[ei]|hodnocení|отзыв(?:ов|а)?|оценок)[)\].!]*(?:$|\swith\s(?:an?\s)?(?:average|mean)\s.{0,60}$)`,
  'iu',
);
/** Characters of a text that is a rating and nothing else. */
const maxLength = 40;

interface RatedText {
  readonly rating: string;
  /** The points that can be had, where the line tells them. */
  readonly scale?: number;
  /** Whether the line says by a word that it is a rating; a fraction alone may be another one, out of ten is said of ratings alone. */
  readonly isNamed: boolean;
}

/** A number with tenths, its stars or its scale, before all that a line says else. */
const tenthsFirst =
  /^(?<before>[★⭐☆✩\s]*)(?<rating>\d{1,2}[.,]\d{1,2})(?!\p{Nd})\s?(?<behind>\/\s?(?:5|10)(?![\p{Nd}/])|(?:stars?|sternen?|sterne?|étoiles|estrellas|stelle|sterren)(?!\p{L})|[★⭐☆✩]*)[\s|·•,–—-]*(?<rest>.*)$/isu;
/** How many, in brackets alone. */
const bracketedCount = new RegExp(String.raw`^[([]${count}[)\]]$`, 'iu');

interface TenthsText extends RatedText {
  readonly count: string | undefined;
}

/**
 * The rating of a line that says how many have given it, or has a star or its scale beside it: "4.6 (312 reviews)", "★ 4.6 (312)", "4.6 stars".
 * Without tenths "5 stars (12)" is how many have given five.
 */
function findTenths(line: string): TenthsText | undefined {
  if (line.length > maxBesideLength) return undefined;
  const { before = '', rating = '', behind = '', rest = '' } = tenthsFirst.exec(line)?.groups ?? {};
  if (rating === '' || Number(rating.replace(',', '.')) > maxUnstated) return undefined;
  const isStarred = before.trim() !== '' || behind !== '';
  const count = findRatingCount(rest) ?? (isStarred ? bracketedCount.exec(rest)?.[1] : undefined);
  if (count === undefined && (!isStarred || rest !== '')) return undefined;
  const scale = /\d+$/.exec(behind)?.[0];
  return { rating, isNamed: true, count, ...(scale === undefined ? {} : { scale: Number(scale) }) };
}

/** The ratings of a line that are given with their scale, or with how many have given them. */
export function findRatings(line: string): readonly RatedText[] {
  if (!hasDigit(line)) return [];
  const tenths = findTenths(line);
  if (tenths !== undefined) return [tenths];
  let named: boolean | undefined;
  const isLineNamed = (): boolean => (named ??= ratingWord.test(line));
  return [
    ...Array.from(line.matchAll(rated), ([written, rating = '', scale]) => ({
      rating,
      scale: Number(scale),
      isNamed: /out of/i.test(written) || isLineNamed(),
    })),
    ...Array.from(line.matchAll(ratedBehind), ([, scale, rating = '']) => ({
      rating,
      scale: Number(scale),
      isNamed: true,
    })),
  ];
}

/** Tenths of a scale, which nothing but ratings are given in: `7.4/10`. */
const pointsOfScale = /^\d{1,2}[.,]\d{1,2}\s?\/\s?(?:5|10|100)$/;

/** Whether a short text is a rating: stars, or a number with its scale that a word calls one, or that has tenths. */
export function isRating(text: string): boolean {
  if (text.length > maxLength) return false;
  if (onlyStars.test(text) || pointsOfScale.test(text)) return true;
  const [first, ...others] = findRatings(text);
  return first?.isNamed === true && others.length === 0;
}

/** "2/5", "2 of 5" */
const pointsAlone = /^(\d{1,2}(?:[.,]\d{1,2})?)\s?(?:\/|of|out of)\s?(5|10)$/i;

/** Whether a text is points of a scale of ratings and nothing else: no word says of what, so that its place has to. */
export function isPointsOfScale(text: string): boolean {
  const [, points = '', scale] = pointsAlone.exec(text.trim()) ?? [];
  return scale !== undefined && Number(points.replace(',', '.')) <= Number(scale);
}

/**
 * How many of a row of stars are full: 3 for "★★★☆☆". Without empty ones beside them, in it or in the others of its column, a style
 * may fill a part of the row: `undefined`.
 */
export function countStars(text: string, peers: readonly string[] = []): number | undefined {
  if (!onlyStars.test(text)) return undefined;
  const full = text.match(fullStar)?.length ?? 0;
  if (emptyStar.test(text)) return full;
  const isOneOfSeveral = peers.some((peer) => onlyStars.test(peer) && peer !== text);
  return isOneOfSeveral ? full : undefined;
}

/** How many have rated or reviewed, as a text writes it that says little else: "1,204" of "(1,204 ratings)". */
function findRatingCount(text: string): string | undefined {
  return countedReviews.exec(text)?.[1];
}

/** What may stand in front of it: `4.6 out of 5 stars`, `★ 4.6`, `4.6 from`. */
const ratingBefore =
  /^.{0,40}(?:[★⭐|·(]|,(?=\s)|stars?\.?|sternen?\.?|étoiles|estrellas|stelle|sterren|\/\s?5|\p{Nd}\s(?:from|based on|aus|basé sur)(?=\s))\s?(?=[([]?\p{Nd})/iu;

/** The same where the rating may stand before it. */
export function findRatingCountBeside(text: string): string | undefined {
  return (
    findRatingCount(text) ??
    findTenths(text)?.count ??
    findRatingCount(text.replace(ratingBefore, ''))
  );
}

/** A rating with its tenths may be called so behind it: "4.5 rating"; "1 rating" is what one has given. */
const ratedOnce = /\p{Nd}[.,]\p{Nd}{1,2}\s?rating\W*$/iu;

/** Whether a text says how many have rated, and gives no rating. */
export function isRatingCount(text: string): boolean {
  return findRatingCount(text) !== undefined && !ratedOnce.test(text);
}

const voteWord = /(?<!\p{L})(?:vot|stimm|röst)/iu;

/** Whether what a text counts are votes, which may add up to a score; ratings and reviews do not. */
export function countsVotes(text: string): boolean {
  return voteWord.test(text);
}

/** Characters of a rating with how many have rated. */
const maxBesideLength = 80;

/** Whether a short text is a rating with how many have rated behind it. */
export function isCountedRating(text: string): boolean {
  return (
    text.length <= maxBesideLength &&
    findRatingCountBeside(text) !== undefined &&
    findRatings(text).length === 1
  );
}

/** Beyond every scale of ratings, and beyond those that are not stated; a score may be a sum of votes. */
const maxRating = 100;
const maxUnstated = 10;
const statedScale = /%|\/\s?\d|\b(?:out of|von|sur|de|di|su|av|van|z|из|points?|punkte)\b/iu;
/** The points that can be had, without those that were given, which stand in an element of their own: "out of 5", "/ 5 stars". */
const scaleAlone =
  /^\s*(?:\/|out of|von|sur|de|su|van|av|af|z|из)\s?(?:5|10|20|100)(?!\p{Nd})\D{0,20}$/iu;
/** How many have rated, behind the stars. */
const bracketed = /^\s*[([].*[)\]]\s*$/s;

/** Whether a number cannot be a rating, which a field of that name holds: how many have rated stands beside it. */
export function isBeyondScale(name: string, text: string, value = 0): boolean {
  if (bracketed.test(text) || scaleAlone.test(text)) return true;
  if (/score|points/i.test(name)) return false;
  return value < 0 || value > maxRating || (value > maxUnstated && !statedScale.test(text));
}
