import { Button } from '../../components/controls/button.tsx';
import { useAct, useStudio, useView } from '../client/studio-context.ts';

/** Whether clicks go to the page or point at its elements, and whether what is done there is recorded. */
export function ModeSwitch() {
  const studio = useStudio();
  const { session, pointing } = useView();
  const [act, isBusy] = useAct();
  const isRecording = session?.isRecording ?? false;
  return (
    <div className="mode-switch">
      <div className="segments" role="group" aria-label="What a click does">
        <Button
          aria-pressed={pointing.as === 'browse'}
          onClick={() => studio.point({ as: 'browse' })}
        >
          Browse
        </Button>
        <Button
          aria-pressed={pointing.as !== 'browse'}
          title="Click one item of a list to get the table of all"
          onClick={() => studio.point({ as: 'list' })}
        >
          Pick
        </Button>
      </div>
      <button
        type="button"
        className={isRecording ? 'button record is-on' : 'button record'}
        aria-disabled={isBusy || undefined}
        onClick={() => act(() => studio.command({ type: 'record', on: !isRecording }))}
      >
        <span className="record-dot" aria-hidden="true" />
        {isRecording ? 'Recording. Stop' : 'Record'}
      </button>
    </div>
  );
}
