import { useState } from 'react';
import type { ScheduleView } from '../../../../src/web/dashboard/dashboard-api.ts';
import type { RecipeListing } from '../../api/shapes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { NextTicks, useNextTicks } from './next-ticks.tsx';
import { findCron, toRhythm, weekdays, type RhythmKind } from './rhythm.ts';
import { useDraft } from '../../app/use-draft.ts';

const rhythms = {
  hourly: 'every hour',
  daily: 'every day',
  weekdays: 'from Monday to Friday',
  weekly: 'every week',
  monthly: 'every month',
  custom: 'by a cron expression',
};

export interface ScheduleFormProps {
  readonly recipes: readonly RecipeListing[];
  /** The schedule to change; absent: a new one is made. */
  readonly schedule?: ScheduleView;
  readonly onClose: () => void;
}

const kinds: readonly RhythmKind[] = ['hourly', 'daily', 'weekdays', 'weekly', 'monthly', 'custom'];
const zones = Intl.supportedValuesOf('timeZone');

/** Sets when a recipe runs: by a sentence, or by a cron expression by hand; the next ticks are shown meanwhile. */
export function ScheduleForm({ recipes, schedule, onClose }: ScheduleFormProps) {
  const [draft, change, clear] = useDraft(`schedule:${schedule?.id ?? 'new'}`, {
    recipeId: schedule?.recipeId ?? recipes[0]?.id ?? '',
    cron: schedule?.cron ?? '0 6 * * *',
    timeZone: schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const stale = ['GET /schedules', 'GET /overview'] as const;
  const create = useChange('POST /schedules', stale);
  const replace = useChange('PUT /schedules/{id}', stale);
  const error = create.error ?? replace.error;
  // What it refuses stands there already.
  const ticks = useNextTicks(draft);
  const submit = async () => {
    const body = { ...draft, cron: draft.cron.trim(), timeZone: draft.timeZone.trim() };
    await (schedule === undefined
      ? create.mutateAsync({ body })
      : replace.mutateAsync({ parameters: { id: schedule.id }, body }));
    clear();
    onClose();
  };
  return (
    <Dialog title={schedule === undefined ? 'New schedule' : 'Change'} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          // Shown by the notice below.
          submit().catch(() => {});
        }}
      >
        <SelectField
          label="Recipe"
          value={draft.recipeId}
          options={recipes.map(({ id, title }) => ({ value: id, label: title || id }))}
          onChange={(recipeId) => change({ recipeId })}
        />
        <Sentence cron={draft.cron} onChange={(cron) => change({ cron })} />
        <TextField
          label="Time zone"
          hint="IANA name, e.g. Europe/Zurich."
          list="time-zones"
          required
          value={draft.timeZone}
          onChange={(timeZone) => change({ timeZone })}
        />
        <datalist id="time-zones">
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <NextTicks ticks={ticks} timeZone={draft.timeZone} />
        {error !== null && error.message !== ticks.error?.message && (
          <FailureNotice error={error} />
        )}
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={create.isPending || replace.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface SentenceProps {
  readonly cron: string;
  readonly onChange: (cron: string) => void;
}

/** The cron expression as a sentence of choices; by hand where none says it, or where that is chosen. */
function Sentence({ cron, onChange }: SentenceProps) {
  const [isByHand, setByHand] = useState(toRhythm(cron).kind === 'custom');
  const rhythm = toRhythm(cron);
  const kind = isByHand ? 'custom' : rhythm.kind;
  const say = (part: Partial<typeof rhythm>) => {
    const next = findCron({ ...rhythm, kind, ...part });
    if (next !== undefined) onChange(next);
  };
  return (
    <div className="row row-end">
      <SelectField
        label="Runs"
        value={kind}
        options={kinds.map((value) => ({ value, label: rhythms[value] }))}
        onChange={(kind) => {
          setByHand(kind === 'custom');
          say({ kind });
        }}
      />
      {kind === 'weekly' && (
        <SelectField
          label="On"
          value={rhythm.weekday}
          options={weekdays.map((label, day) => ({ value: String(day), label }))}
          onChange={(weekday) => say({ weekday })}
        />
      )}
      {kind === 'monthly' && (
        <TextField
          label="On day of the month"
          type="number"
          min={1}
          max={31}
          value={rhythm.day}
          onChange={(day) => say({ day })}
        />
      )}
      {kind === 'hourly' && (
        <TextField
          label="At minute"
          type="number"
          min={0}
          max={59}
          value={String(Number(rhythm.time.slice(3)))}
          onChange={(minute) => say({ time: `00:${minute}` })}
        />
      )}
      {kind !== 'hourly' && kind !== 'custom' && (
        <TextField
          label="At"
          type="time"
          required
          value={rhythm.time}
          onChange={(time) => say({ time })}
        />
      )}
      {kind === 'custom' && (
        <TextField
          label="Cron expression"
          hint="Minute, hour, day, month, weekday; with seconds first if there are six fields."
          required
          value={cron}
          onChange={onChange}
        />
      )}
    </div>
  );
}
