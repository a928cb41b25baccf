import { Badge, type BadgeProps } from '../../components/feedback/badge.tsx';
import type { RecipeDocument, TargetMatches } from '../client/shapes.ts';
import { toSelectorText } from '../picking/selector-text.ts';
import { findStep } from '../steps/find-step.ts';
import { toStepSentence } from '../steps/to-step-sentence.ts';
import { NearestElements } from './nearest-elements.tsx';
import { PagePicture } from './page-picture.tsx';
import type { TrialStepView } from './list-trial-steps.ts';

const stepStates = {
  waiting: 'waits for you',
  running: 'under way',
  done: 'done',
  left_out: 'left out',
  failed: 'failed',
};

export interface TrialStepProps {
  readonly step: TrialStepView;
  readonly document: RecipeDocument | undefined;
}

const looks: Readonly<Record<TrialStepView['state'], BadgeProps['look']>> = {
  waiting: 'busy',
  running: 'busy',
  done: 'good',
  left_out: undefined,
  failed: 'bad',
};

/** A step of the trial: its page with its elements marked, what each selector found, and what would do instead. */
export function TrialStep({ step, document }: TrialStepProps) {
  const { path, type, state, durationMs, picture, targets, nearest } = step;
  const recipeStep = document === undefined ? undefined : findStep(document, path);
  const number = path
    .replaceAll(/[^\d]+/g, ' ')
    .trim()
    .split(' ')
    .map((index) => Number(index) + 1);
  const missing = targets.find(isMissing);
  return (
    <li className="trial-step">
      <div className="row">
        <span className="step-number">{number.join('.')}</span>
        <span className="wrap trial-sentence">
          {recipeStep === undefined ? type : toStepSentence(recipeStep)}
        </span>
        <Badge look={looks[state]}>{stepStates[state]}</Badge>
        {durationMs !== undefined && (
          <span className="soft small">{`${(durationMs / 1_000).toFixed(1)} s`}</span>
        )}
      </div>
      <div className="trial-seen">
        {picture !== undefined && (
          <PagePicture image={picture} label={`Page at step ${number.join('.')}`} />
        )}
        <div className="stack stack-tight">
          {targets.map((target) => (
            <Matches key={target.path} target={target} />
          ))}
          {state === 'failed' && missing !== undefined && nearest.length > 0 && (
            <NearestElements nearest={nearest} path={missing.path} />
          )}
        </div>
      </div>
    </li>
  );
}

function isMissing({ selectors }: TargetMatches): boolean {
  return selectors.every(({ count }) => count === 0);
}

function Matches({ target }: { readonly target: TargetMatches }) {
  return (
    <ul className="matches">
      {target.selectors.map(({ selector, count }, index) => (
        <li key={index} className={count === 0 ? 'is-lost' : undefined}>
          <code className="wrap">{toSelectorText(selector)}</code>{' '}
          <span>{toMatchCount(count)}</span>
        </li>
      ))}
    </ul>
  );
}

function toMatchCount(count: number): string {
  return count === 1 ? '1 element' : `${count} elements`;
}
