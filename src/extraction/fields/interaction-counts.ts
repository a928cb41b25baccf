import { type IndexedEntity, propertyOf, readPath, toText } from '../analysis/index-entities.ts';
import type { ContentSource } from '../../page/page-reading.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import type { FieldPlan } from './plan-fields.ts';
import { isNumeric } from './value-read.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** What visitors do with a thing, by the words that names of fields have for it. */
const actions: ReadonlyMap<string, RegExp> = new Map([
  ['view', /(?:Watch|View|Read)Action$/],
  ['play', /(?:Watch|Listen|Play|View)Action$/],
  ['like', /LikeAction$/],
  ['comment', /CommentAction$/],
  ['share', /ShareAction$/],
  ['download', /DownloadAction$/],
  ['follower', /(?:Follow|Subscribe)Action$/],
  ['subscriber', /(?:Follow|Subscribe)Action$/],
  ['upvote', /(?:Like|Agree)Action$/],
]);
const countWords: ReadonlySet<string> = toWordSet('count counter number num no of total');

/** Whether a word of a name says that it counts what the others name: `comment_count`. */
export function isCountWord(word: string): boolean {
  return countWords.has(word);
}

/** How often visitors did what a field is named after (`views`, `likeCount`), which data counts by the kind of action. */
export function listInteractionCounts(
  plan: FieldPlan,
  entity: IndexedEntity,
): readonly { readonly text: string; readonly source: ContentSource }[] {
  const action = isNumeric(plan) || plan.kind === 'count' ? findAction(plan.name) : undefined;
  return action === undefined ? [] : listCounts(entity, action);
}

function findAction(name: string): RegExp | undefined {
  const [word, another] = splitWords(name).filter((part) => !isCountWord(part));
  return word === undefined || another !== undefined ? undefined : actions.get(toSingular(word));
}

function listCounts(
  entity: IndexedEntity,
  action: RegExp,
): ReturnType<typeof listInteractionCounts> {
  return readPath(entity, 'interactionStatistic').flatMap((counter) => {
    if (counter.kind !== 'entity') return [];
    const isAsked = propertyOf(counter, 'interactiontype').some((type) =>
      (type.kind === 'text' ? [type.text] : [...type.types, type.id ?? '']).some((of) =>
        action.test(of),
      ),
    );
    const [count] = isAsked ? propertyOf(counter, 'userinteractioncount') : [];
    return (count === undefined ? undefined : toText(count)) ?? [];
  });
}
