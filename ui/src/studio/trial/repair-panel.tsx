import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Meter } from '../../components/feedback/meter.tsx';
import type { StudioRepair, StudioSeenElement } from '../../../../src/studio/api/studio-trial.ts';
import type { StudioRepairChoice } from '../../../../src/studio/api/studio-draft.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { toSelectorText } from '../picking/selector-text.ts';
import { NearestElements } from './nearest-elements.tsx';
import { PagePicture } from './page-picture.tsx';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const howFound = {
  alternative: 'found by another selector',
  likeness: 'recognised by likeness',
  nothing: 'not found',
};

const decisions = { accept: 'accepted', replace: 'replaced', gone: 'given up' };

/** What the last trial found otherwise than by a first selector: recorded beside taken, to be accepted, replaced or given up. */
export function RepairPanel() {
  const { trial } = useView();
  const repairs = trial?.repairs ?? [];
  if (repairs.length === 0) {
    return (
      <Empty title="Nothing to repair">
        <p>
          {trial?.state === 'ended'
            ? 'The trial found every element by its first selector.'
            : 'After a trial, what was found otherwise than recorded stands here.'}
        </p>
      </Empty>
    );
  }
  return (
    <ul className="repairs">
      {repairs.map((repair) => (
        <Repair key={repair.path} repair={repair} />
      ))}
    </ul>
  );
}

function Repair({ repair }: { readonly repair: StudioRepair }) {
  const studio = useStudio();
  const { pointing, session } = useView();
  const [act, isBusy] = useAct();
  const { path, place, servedBy, recorded, taken, likeness, changed, decision, nearest } = repair;
  const choose = (body: StudioRepairChoice) => act(() => studio.repair(body));
  const isChoosing = pointing.as === 'replace' && pointing.path === path;
  return (
    <li className="card stack">
      <div className="row">
        <h3>{place}</h3>
        <Badge look={servedBy === 'nothing' ? 'bad' : 'busy'}>{howFound[servedBy]}</Badge>
        {decision !== undefined && <Badge look="good">{decisions[decision]}</Badge>}
      </div>
      <div className="repair-sides">
        <Seen title="Recorded" element={recorded} />
        {taken === undefined ? (
          <p className="soft">Nothing was taken in its place. Choose an element in the page.</p>
        ) : (
          <Seen title="Taken" element={taken} />
        )}
      </div>
      {nearest.length > 0 && decision === undefined && (
        <NearestElements nearest={nearest} path={path} />
      )}
      {taken !== undefined && (
        <div>
          <span className="small">{describeLikeness(likeness, changed)}</span>
          <Meter label="Likeness" value={likeness} max={1} />
        </div>
      )}
      {decision === undefined && (
        <div className="actions">
          {taken !== undefined && (
            <Button
              look="primary"
              isBusy={isBusy}
              aria-label={`Accept: ${place}`}
              onClick={() => choose({ path, choice: 'accept' })}
            >
              Accept
            </Button>
          )}
          <Button
            aria-pressed={isChoosing}
            aria-label={`Choose another: ${place}`}
            disabled={session === undefined}
            onClick={() => studio.point(isChoosing ? { as: 'browse' } : { as: 'replace', path })}
          >
            Choose another
          </Button>
          <Button
            isBusy={isBusy}
            aria-label={`It may be absent: ${place}`}
            onClick={() => choose({ path, choice: 'gone' })}
          >
            It may be absent
          </Button>
          <Button
            look="quiet"
            isBusy={isBusy}
            aria-label={`Remove it: ${place}`}
            onClick={() => choose({ path, choice: 'gone', remove: true })}
          >
            Remove it
          </Button>
        </div>
      )}
      {isChoosing && (
        <p className="soft" role="status">
          Click the right element in the page.
        </p>
      )}
    </li>
  );
}

interface SeenProps {
  readonly title: string;
  readonly element: StudioSeenElement;
}

function Seen({ title, element: { description, text, selectors, picture } }: SeenProps) {
  return (
    <section className="stack stack-tight">
      <h4>{title}</h4>
      {picture !== undefined && <PagePicture image={picture} label={`${title}: ${description}`} />}
      <p className="wrap">{description}</p>
      {text !== '' && !description.includes(text) && <p className="soft wrap">{text}</p>}
      <code className="wrap small">
        {selectors[0] === undefined ? 'no selector' : toSelectorText(selectors[0])}
      </code>
    </section>
  );
}

function describeLikeness(likeness: number, changed: readonly string[]): string {
  return `${Math.round(likeness * 100)} % alike${changed.length === 0 ? '' : `; changed: ${list.format(changed)}`}`;
}
