import { type Found, maxPerSource, priorOf, trustOfRank } from '../candidate.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import { isChange } from '../weights/weigh-dates.ts';
import { placeProperty } from './find-entity-texts.ts';
import { stripSiteName } from '../strip-site-name.ts';

export function* findMetaTexts(plan: FieldPlan, scope: Scope): Generator<Found> {
  const { metas } = scope.facts;
  for (const [rank, name] of plan.metas.entries()) {
    if (name === placeProperty) continue;
    // Twitter cards hold two arbitrary facts; only their labels tell which.
    if (name.startsWith('twitter:data')) {
      const label = metas.get(name.replace('data', 'label'))?.[0]?.content.toLowerCase() ?? '';
      if (!plan.labels.has(label)) continue;
    }
    const weight = priorOf('meta', plan.kind) * trustOfRank(rank);
    for (const { content, source } of (metas.get(name) ?? []).slice(0, maxPerSource)) {
      const place = {
        source,
        origin: 'meta',
        isChange: isChange(plan, name),
        isOfPage: true,
      } as const;
      // Open Graph has the currency of `product:price:amount` in `product:price:currency`.
      const statedUnit = name.endsWith(':amount')
        ? metas.get(name.replace(/amount$/, 'currency'))?.[0]?.content
        : undefined;
      yield { text: toBare(content, plan, scope), ...place, weight, statedUnit, machine: true };
    }
  }
}

/** The title for previews often ends with the site's name, like the `<title>`. */
function toBare(text: string, plan: FieldPlan, scope: Scope): string {
  const { siteNames, heading } = scope.facts;
  return plan.kind === 'title' ? stripSiteName(text, siteNames, heading) : text;
}
