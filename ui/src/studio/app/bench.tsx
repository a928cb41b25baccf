import { useState } from 'react';
import { Tabs } from '../../components/controls/tabs.tsx';
import { studioTexts } from '../../texts/studio-en.ts';
import { useView } from '../client/studio-context.ts';
import { TablePanel } from '../picking/table-panel.tsx';
import { VersionsPanel } from '../recipes/versions-panel.tsx';
import { RepairPanel } from '../trial/repair-panel.tsx';
import { TrialPanel } from '../trial/trial-panel.tsx';

const t = studioTexts.bench;

/** What is made of the page: the table, the trial, repairs and versions. What begins comes to the front. */
export function Bench() {
  const { picks, trial } = useView();
  const state = trial?.state;
  const repairCount = trial?.repairs.length ?? 0;
  const [selected, setSelected] = useState(0);
  const [seen, setSeen] = useState({ picks, state });
  if (seen.picks !== picks || seen.state !== state) {
    setSeen({ picks, state });
    if (seen.picks !== picks) setSelected(0);
    else if (state === 'running') setSelected(1);
    else if (state === 'ended' && repairCount > 0 && seen.state === 'running') setSelected(2);
  }
  return (
    <section className="bench" id="bench" tabIndex={-1} aria-label={t.label}>
      <Tabs
        label={t.label}
        selected={selected}
        onSelect={setSelected}
        tabs={[
          { label: t.table, content: () => <TablePanel /> },
          { label: t.trial, content: () => <TrialPanel /> },
          { label: t.repair(repairCount), content: () => <RepairPanel /> },
          { label: t.versions, content: () => <VersionsPanel /> },
        ]}
      />
    </section>
  );
}
