import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Meter } from '../../components/feedback/meter.tsx';
import type { StudioRepair, StudioSeenElement } from '../../../../src/studio/api/studio-trial.ts';
import type { StudioRepairChoice } from '../../../../src/studio/api/studio-draft.ts';
import { studioTexts } from '../../texts/studio-en.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { toSelectorText } from '../picking/selector-text.ts';
import { NearestElements } from './nearest-elements.tsx';
import { PagePicture } from './page-picture.tsx';

const t = studioTexts.repair;

/** What the last trial found otherwise than by a first selector: recorded beside taken, to be accepted, replaced or given up. */
export function RepairPanel() {
  const { trial } = useView();
  const repairs = trial?.repairs ?? [];
  if (repairs.length === 0) {
    return (
      <Empty title={t.emptyTitle}>
        <p>{trial?.state === 'ended' ? t.allFound : t.emptyLead}</p>
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
        <Badge look={servedBy === 'nothing' ? 'bad' : 'busy'}>{t.servedBy[servedBy]}</Badge>
        {decision !== undefined && <Badge look="good">{t.decisions[decision]}</Badge>}
      </div>
      <div className="repair-sides">
        <Seen title={t.recorded} element={recorded} />
        {taken === undefined ? (
          <p className="soft">{t.nothingTaken}</p>
        ) : (
          <Seen title={t.taken} element={taken} />
        )}
      </div>
      {nearest.length > 0 && decision === undefined && (
        <NearestElements nearest={nearest} path={path} />
      )}
      {taken !== undefined && (
        <div>
          <span className="small">{t.likeness(likeness, changed)}</span>
          <Meter label={t.likenessLabel} value={likeness} max={1} />
        </div>
      )}
      {decision === undefined && (
        <div className="actions">
          {taken !== undefined && (
            <Button
              look="primary"
              isBusy={isBusy}
              aria-label={t.acceptOf(place)}
              onClick={() => choose({ path, choice: 'accept' })}
            >
              {t.accept}
            </Button>
          )}
          <Button
            aria-pressed={isChoosing}
            aria-label={t.chooseOf(place)}
            disabled={session === undefined}
            onClick={() => studio.point(isChoosing ? { as: 'browse' } : { as: 'replace', path })}
          >
            {t.choose}
          </Button>
          <Button
            isBusy={isBusy}
            aria-label={t.goneOf(place)}
            onClick={() => choose({ path, choice: 'gone' })}
          >
            {t.gone}
          </Button>
          <Button
            look="quiet"
            isBusy={isBusy}
            aria-label={t.removeOf(place)}
            onClick={() => choose({ path, choice: 'gone', remove: true })}
          >
            {t.remove}
          </Button>
        </div>
      )}
      {isChoosing && (
        <p className="soft" role="status">
          {t.choosing}
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
        {selectors[0] === undefined ? t.noSelector : toSelectorText(selectors[0])}
      </code>
    </section>
  );
}
