import { useState } from 'react';
import { Tabs } from '../../components/controls/tabs.tsx';
import { useView } from '../client/studio-context.ts';
import { TablePanel } from '../picking/table-panel.tsx';
import { VersionsPanel } from '../recipes/versions-panel.tsx';
import { RepairPanel } from '../trial/repair-panel.tsx';
import { TrialPanel } from '../trial/trial-panel.tsx';

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
    <section className="bench" id="bench" tabIndex={-1} aria-label="Workbench">
      <Tabs
        label="Workbench"
        selected={selected}
        onSelect={setSelected}
        tabs={[
          { label: 'Table', content: () => <TablePanel /> },
          { label: 'Trial', content: () => <TrialPanel /> },
          { label: toRepairLabel(repairCount), content: () => <RepairPanel /> },
          { label: 'Versions', content: () => <VersionsPanel /> },
        ]}
      />
    </section>
  );
}

function toRepairLabel(count: number): string {
  return count === 0 ? 'Repair' : `Repair (${count})`;
}
