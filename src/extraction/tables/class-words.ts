import { toWordSet } from '../../runtime/collections.ts';

// Words of class names are written in English whatever the language of the page.

/** How pages call what a record is called; also the last words of the names of fields that hold it. */
export const titleWords: ReadonlySet<string> = toWordSet('name title heading caption headline');
/** What the element of a heading says of its text. */
export const nameWords: ReadonlySet<string> = toWordSet('title name heading');
export const rankWords: ReadonlySet<string> = toWordSet('rank position place');
/** The text of a record, whatever it is called: `review-body` holds the text of a review. */
export const bodyWords: ReadonlySet<string> = toWordSet('text body content message');
/** What records are marked with: their stars, prices and tags. */
export const markWords: ReadonlySet<string> = toWordSet(
  'rating ratings score stars price prices tag tags badge badges rank sku',
);
/** Who made a record. */
export const makerWords: ReadonlySet<string> = toWordSet(
  'manufacturer brand maker vendor author byline company publisher',
);
/** Who wrote a post, an answer or a review; `fn` is the full name of a person's card (hCard). */
export const userWords: ReadonlySet<string> = toWordSet('username poster fn');
/** Numbers of who wrote a record, and not of the record. */
export const standingWords: ReadonlySet<string> = toWordSet('reputation karma');
/** What visitors say, one by one: a name in bold there is that of who says it. */
export const saidWords: ReadonlySet<string> = toWordSet('comment review reply');
/** What others say to a record, below it: all of it, or each. */
export const answerWords: ReadonlySet<string> = toWordSet(
  'comments replies answers comment reply answer',
);
/** What customers say. */
export const testimonialWords: ReadonlySet<string> = toWordSet('testimonial testimonials');
/** How a thing comes to who buys it. */
export const deliveryWords: ReadonlySet<string> = toWordSet('delivery deliveries shipping');
/** Portraits of users. */
export const portraitWords: ReadonlySet<string> = toWordSet('avatar gravatar author user profile');

/** Whether a value is called by one of some words. */
export function isCalled(ownWords: Iterable<string>, words: ReadonlySet<string>): boolean {
  return Array.from(ownWords).some((word) => words.has(word));
}
