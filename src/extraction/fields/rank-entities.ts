import { compareWords } from '../lexicon/fold-label.ts';
import {
  type IndexedEntity,
  readLabelled,
  readPath,
  readTexts,
} from '../analysis/index-entities.ts';
import { listInteractionCounts } from './interaction-counts.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import type { ContentSource } from '../../page/page-reading.ts';
import { isSamePath, nameOf } from '../analysis/find-foreign.ts';
import { toWordSet } from '../../runtime/collections.ts';

interface RankedEntity {
  readonly entity: IndexedEntity;
  /** 0 to 1, 1 for the best. */
  readonly weight: number;
  /** Number of wanted fields that it states, without the fields that every entity has. */
  readonly specific: number;
  /** Number of entities of its kind, where it is one of several things that the page lists and not what the page is about. */
  readonly peers?: number | undefined;
}

/** Fields that every entity has, and so no sign of the wanted entity. */
export const commonConcepts: ReadonlySet<string> = toWordSet(
  'title description image images url keywords logo language',
);
/** Parts of the site or of other entities; never what the page is about, unless asked for by name. */
export const partTypes: ReadonlySet<string> = toWordSet(
  'organization website person imageobject breadcrumblist listitem searchaction sitenavigationelement wpheader ' +
    'wpfooter wpsidebar comment review answer rating aggregaterating readaction entrypoint onlinestore store ' +
    'newsmediaorganization offer postaladdress contactpoint howtostep howtosection videoobject brand',
);
const maxRanked = 4;
const commonShare = 0.4;
const likenessWeight = 1.5;
const samePathBonus = 0.5;
const wantedTypeBonus = 1;
const partPenalty = 2;
const depthPenalty = 0.15;
/** Most points behind the best entity; entities further behind are about something else. */
const maxLag = 1.5;
/** Weight lost for each point behind the best entity; the next constant is the least weight that remains. */
const lossPerPoint = 0.4;
const minWeight = 0.3;

/** Likeness of an entity's name to the page's title from which it is what the page is about, whatever else is like it. */
const subjectLikeness = 0.5;
/** Fewer entities of one kind are variants, or one thing stated twice. */
const minPeers = 3;

interface Scored extends Pick<RankedEntity, 'entity' | 'specific'> {
  readonly score: number;
  /** Names of the entities of its kind that state wanted fields; `undefined` for what the page is about. */
  readonly names: ReadonlySet<string> | undefined;
}

/** What a page says of itself. */
interface SubjectSigns {
  readonly title: string;
  readonly heading: string;
  readonly url: string;
  /** Whether it is the page of a video: on others one is a part. */
  readonly isOfVideo: boolean;
  /** What is about other things. */
  readonly foreign: PageFacts['foreign'];
}

/** Returns the entities that a page may be about, best first, ranked by the wanted fields that they state. */
export function rankEntities(
  entities: readonly IndexedEntity[],
  plans: readonly FieldPlan[],
  page: SubjectSigns,
  wantedName: string | undefined,
): readonly RankedEntity[] {
  const scored: Scored[] = [];
  const kinds = new Map<string, Set<string>>();
  for (const entity of entities) {
    let specific = 0;
    let common = 0;
    for (const plan of plans) {
      const isStated = plan.keys.some((key) => readPath(entity, key, 1).length > 0);
      if (!isStated && !isSaidOtherwise(plan, entity)) continue;
      if (commonConcepts.has(plan.concept?.name ?? '')) common += 1;
      else specific += 1;
    }
    if (specific + common === 0) continue;
    const name = nameOf(entity);
    const likeness = Math.max(compareWords(name, page.title), compareWords(name, page.heading));
    const isWanted = wantedName !== undefined && entity.types.has(wantedName);
    const isSame = isSamePath(readTexts(entity, 'url')[0]?.text, page.url);
    // The site's own app, which its pages offer to phones.
    const isOfSite = entity.types.has('mobileapplication') && !isSame && likeness < subjectLikeness;
    const isPart =
      (isOfSite || [...entity.types].some((type) => partTypes.has(type))) &&
      !isWanted &&
      !(page.isOfVideo && entity.types.has('videoobject'));
    const kind = `${entity.depth} ${[...entity.types].join(' ')}`;
    const names = kinds.get(kind) ?? new Set();
    kinds.set(kind, names);
    if (specific > 0 && name !== '') names.add(name);
    const score =
      (specific + commonShare * common) / Math.sqrt(Math.max(1, plans.length)) +
      likenessWeight * likeness +
      (isSame ? samePathBonus : 0) +
      (isWanted ? wantedTypeBonus : 0) -
      (isPart ? partPenalty : 0) -
      depthPenalty * entity.depth;
    const isSubject = isSame || likeness >= subjectLikeness;
    if (entity.isOther && !isSame && likeness < 1) continue;
    scored.push({ entity, score, specific, names: isSubject ? undefined : names });
  }
  // Several things that a page lists are told as such.
  const possible = scored
    .filter(
      ({ entity, names }) =>
        !page.foreign.entities.has(entity.entity) ||
        (names !== undefined && names.size >= minPeers),
    )
    .toSorted((a, b) => b.score - a.score);
  const best = possible[0]?.score ?? 0;
  return possible
    .filter(({ score }) => score > 0 && score >= best - maxLag)
    .slice(0, maxRanked)
    .map(({ entity, score, specific, names }) => ({
      entity,
      specific,
      peers: names !== undefined && names.size >= minPeers ? names.size : undefined,
      weight: Math.max(minWeight, 1 - lossPerPoint * (best - score)),
    }));
}

function isSaidOtherwise(plan: FieldPlan, entity: IndexedEntity): boolean {
  return (
    readLabelled(entity, plan.labels).length > 0 || listInteractionCounts(plan, entity).length > 0
  );
}

/** A part of the text of a page. */
export interface PageRange {
  readonly start: number;
  readonly end: number;
}

export interface Scope {
  readonly facts: PageFacts;
  readonly entities: readonly RankedEntity[];
  readonly prompt: string;
  /** The fields of which more is asked than what they are called. */
  readonly narrowed?: ReadonlySet<FieldPlan> | undefined;
  /** Whether values may come from the page around the entities; `false` for an object that is a part of another. */
  readonly wholePage: boolean;
  /** Whether objects that lack what they must have stay, since a model is asked for the rest. */
  readonly mayLack?: boolean | undefined;
  /** Where on the page all values have to stand; anywhere, and in its data too, where it is not set. */
  readonly within?: PageRange | undefined;
  /** Least confidence of optional values, 0 to 1; others are left out. */
  readonly minConfidence: number;
}

/** Whether a value stands where those of the scope have to: data stands nowhere on the page. */
export function isInScope(
  { node, pointer }: ContentSource,
  { within, facts: { page } }: Scope,
): boolean {
  if (within === undefined) return true;
  const at = pointer === undefined ? page.elementOf(node)?.textStart : undefined;
  return at !== undefined && at >= within.start && at < within.end;
}

export function toEntityScope(scope: Scope, entity: IndexedEntity): Scope {
  return { ...scope, entities: [{ entity, weight: 1, specific: 0 }], wholePage: false };
}
