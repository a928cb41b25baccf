import { add } from './add-candidate.ts';
import { type Candidate, type CandidateOrigin, priorOf } from './candidate.ts';
import { findCodeCandidates } from './find-code-candidates.ts';
import { findHintCandidates } from './find-hint-candidates.ts';
import type { LabelPair } from '../analysis/find-label-pairs.ts';
import { findTextCandidates } from './find-text-candidates.ts';
import { findTitleCandidates } from './find-title-candidates.ts';
import { readTexts } from '../analysis/index-entities.ts';
import { readPriceLine } from '../values/read-price-line.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './scope.ts';

/** How much a way into structured data loses against the one before it. */
const perRank = 0.04;
/** Sources of one kind with more values than this list other things. */
const maxPerSource = 12;

/** All candidates for a field that holds one value. */
export function findCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates = [...findEntityCandidates(plan, scope)];
  if (!scope.wholePage) return candidates;
  candidates.push(...findMetaCandidates(plan, scope), ...findPairCandidates(plan, scope));
  if (plan.kind === 'title') candidates.push(...findTitleCandidates(plan, scope));
  else candidates.push(...findHintCandidates(plan, scope), ...findTextCandidates(plan, scope));
  if (plan.kind === 'code') candidates.push(...findCodeCandidates(plan, scope));
  return candidates;
}

/** Values of the entities that the page may be about. */
function findEntityCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates: Candidate[] = [];
  // Several variants side by side: any of their codes may be the one that was ordered.
  const codes = new Set(
    plan.kind === 'code'
      ? scope.entities.flatMap(({ entity, weight }) =>
          weight < 0.95 ? [] : readTexts(entity, plan.keys[0] ?? '').map(({ text }) => text),
        )
      : [],
  );
  for (const { entity, weight, specific } of scope.entities) {
    const origin: CandidateOrigin = entity.entity.syntax === 'json-ld' ? 'json-ld' : 'microdata';
    plan.keys.forEach((key, rank) => {
      const found = readTexts(entity, key).slice(0, maxPerSource);
      for (const { text, source } of found) {
        const doubt = codes.size > 1 ? 0.6 : 1;
        const trust =
          priorOf(origin, plan.kind) * weight * (1 - perRank * Math.min(rank, 6)) * doubt;
        // The name of an entity that states much of what is wanted is the name of what is wanted.
        const isName =
          plan.kind === 'title' && specific >= 3 && (key === 'name' || key === 'title');
        add(candidates, plan, scope, {
          text,
          source,
          origin,
          weight: isName ? 0.99 : trust,
          machine: true,
        });
      }
    });
  }
  return candidates;
}

function findMetaCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates: Candidate[] = [];
  plan.metas.forEach((name, rank) => {
    // Cards of social networks hold any two facts: which, only their label says.
    const label = name.startsWith('twitter:data') ? name.replace('data', 'label') : undefined;
    if (label !== undefined) {
      const labelText = scope.facts.metas.get(label)?.[0]?.content.toLowerCase() ?? '';
      if (!plan.labels.has(labelText)) return;
    }
    for (const tag of (scope.facts.metas.get(name) ?? []).slice(0, maxPerSource)) {
      const weight = priorOf('meta', plan.kind) * (1 - perRank * Math.min(rank, 8));
      add(candidates, plan, scope, {
        text: tag.content,
        source: tag.source,
        origin: 'meta',
        weight,
        machine: true,
      });
    }
  });
  return candidates;
}

function findPairCandidates(plan: FieldPlan, scope: Scope): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const label of plan.labels) {
    for (const pair of (scope.facts.pairs.get(label) ?? []).slice(0, maxPerSource)) {
      const zone = scope.facts.zones.isAside(pair.element) ? 0.6 : 1;
      const near = scope.facts.zones.nearness(pair.element);
      // A code keeps its label wherever the specifications stand.
      const place = plan.kind === 'code' ? 0.95 + 0.05 * near : 0.85 + 0.15 * near;
      const weight = priorOf('pair', plan.kind) * pair.trust * zone * place;
      add(candidates, plan, scope, {
        text: plan.kind === 'money' ? readAmount(pair, scope) : pair.value,
        source: pair.source,
        origin: 'pair',
        weight,
        machine: false,
      });
    }
  }
  return candidates;
}

/** What stands beside a price's label, without struck amounts. */
function readAmount(pair: LabelPair, scope: Scope): string {
  const line = readPriceLine(scope.facts.page, pair.element);
  const colon = /^[^:：]{1,60}[:：]\s?(.+)$/u.exec(line);
  return colon?.[1] ?? line;
}
