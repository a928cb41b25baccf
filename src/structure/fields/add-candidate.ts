import type { Candidate, CandidateOrigin } from './candidate.ts';
import type { ValueSource } from './filled.ts';
import type { FieldPlan } from './plan-fields.ts';
import { readValue } from './read-value.ts';
import type { PriceSense } from '../values/find-price-sense.ts';
import type { Scope } from './scope.ts';

interface Found {
  readonly text: string;
  readonly source: ValueSource;
  readonly origin: CandidateOrigin;
  readonly weight: number;
  readonly machine: boolean;
  readonly needsCurrency?: boolean;
  readonly sense?: PriceSense | undefined;
  readonly peers?: number | undefined;
}

/** Trust in the site's name as a title, which is right only on pages about the site itself. */
const siteNameTrust = 0.2;

/** Adds a candidate when the found text can be read as the field's value. */
export function add(candidates: Candidate[], plan: FieldPlan, scope: Scope, found: Found): void {
  const { facts } = scope;
  const read = readValue(plan, found.text, {
    machine: found.machine,
    needsCurrency: found.needsCurrency ?? false,
    baseUrl: facts.page.reading.url,
    monthFirst: facts.monthFirst,
  });
  if (read === undefined) return;
  const isSite = plan.kind === 'title' && facts.siteNames.has(read.key);
  candidates.push({
    value: read.value,
    key: read.key,
    weight: found.weight * read.quality * (isSite ? siteNameTrust : 1),
    origin: found.origin,
    source: found.source,
    sense: found.sense,
    peers: found.peers,
  });
}
