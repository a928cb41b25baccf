import { Button } from '../../components/controls/button.tsx';
import { studioTexts } from '../../texts/studio-en.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';

const t = studioTexts.page;

/** Whether clicks go to the page or point at its elements, and whether what is done there is recorded. */
export function ModeSwitch() {
  const studio = useStudio();
  const { session, pointing } = useView();
  const [act, isBusy] = useAct();
  const isRecording = session?.isRecording ?? false;
  return (
    <div className="mode-switch">
      <div className="segments" role="group" aria-label={t.mode}>
        <Button
          aria-pressed={pointing.as === 'browse'}
          onClick={() => studio.point({ as: 'browse' })}
        >
          {t.browse}
        </Button>
        <Button
          aria-pressed={pointing.as !== 'browse'}
          title={t.pickHint}
          onClick={() => studio.point({ as: 'list' })}
        >
          {t.pick}
        </Button>
      </div>
      <button
        type="button"
        className={isRecording ? 'button record is-on' : 'button record'}
        aria-disabled={isBusy || undefined}
        onClick={() => act(() => studio.command({ type: 'record', on: !isRecording }))}
      >
        <span className="record-dot" aria-hidden="true" />
        {isRecording ? t.stopRecording : t.record}
      </button>
    </div>
  );
}
