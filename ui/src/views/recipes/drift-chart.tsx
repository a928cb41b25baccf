import { useApi } from '../../api/use-api.ts';
import { BarChart } from '../../components/data/bar-chart.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Section } from '../../components/layout/section.tsx';
import { StudioLink } from '../../components/controls/studio-link.tsx';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** How far the pages of a recipe had moved away from it, by completed run. */
export function DriftChart({ id }: { readonly id: string }) {
  const drift = useApi('GET /recipes/{id}/drift', { parameters: { id } });
  return (
    <Section
      title="Drift"
      lead="How far the page had moved away from the recipe: 0 means every first selector worked."
      aside={
        (drift.data?.runs[0]?.drift ?? 0) > 0 && (
          <StudioLink recipe={id} isRepair>
            Repair the recipe
          </StudioLink>
        )
      }
    >
      <Loaded query={drift}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p className="soft">No completed run yet.</p>
          ) : (
            <div className="card">
              <p>{`${toPercent(runs[0]?.drift ?? 0)} in the last run`}</p>
              <BarChart
                label="Drift by run, in percent"
                series={['Drift']}
                most={100}
                bars={runs.toReversed().map((run) => ({
                  id: run.id,
                  label: moment.format(run.completedAtMs),
                  values: [run.drift * 100],
                }))}
              />
            </div>
          )
        }
      </Loaded>
    </Section>
  );
}

function toPercent(part: number): string {
  return `${formatNumber(part * 100)} %`;
}
