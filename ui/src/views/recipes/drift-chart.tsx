import { useApi } from '../../api/use-api.ts';
import { BarChart } from '../../components/data/bar-chart.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Section } from '../../components/layout/section.tsx';
import { StudioLink } from '../../components/controls/studio-link.tsx';
import { texts } from '../../texts/en.ts';

const t = texts.recipes;
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** How far the pages of a recipe had moved away from it, by completed run. */
export function DriftChart({ id }: { readonly id: string }) {
  const drift = useApi('GET /recipes/{id}/drift', { parameters: { id } });
  return (
    <Section
      title={t.drift}
      lead={t.driftLead}
      aside={
        (drift.data?.runs[0]?.drift ?? 0) > 0 && (
          <StudioLink recipe={id} isRepair>
            {texts.runs.repair}
          </StudioLink>
        )
      }
    >
      <Loaded query={drift}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p className="soft">{t.noDrift}</p>
          ) : (
            <div className="card">
              <p>{t.driftOf(toPercent(runs[0]?.drift ?? 0))}</p>
              <BarChart
                label={t.driftLabel}
                series={[t.drift]}
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
