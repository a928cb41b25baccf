import { useState } from 'react';
import type { AccountDetail } from '../../../../src/web/dashboard/dashboard-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { CheckField } from '../../components/fields/check-field.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Section } from '../../components/layout/section.tsx';
import { TextField } from '../../components/fields/text-field.tsx';

const capNames = {
  requestsPerMinute: 'Requests a minute',
  inFlight: 'Requests at a time',
  runsPerMonth: 'Runs in 30 days',
  pagesPerRun: 'Pages a run',
  dashboardCallsPerMinute: 'Dashboard calls a minute',
  keys: 'Keys',
  recipes: 'Recipes',
  recipeBytes: 'Bytes of a recipe',
  allRecipesBytes: 'Bytes of all recipes and versions',
  versions: 'Versions of a recipe',
  schedules: 'Schedules',
  scheduleIntervalSeconds: 'Seconds between ticks of a schedule',
  drafts: 'Drafts in the studio',
  studioSessions: 'Sessions in the studio',
  openStreams: 'Live updates at a time',
  webhookTestsPerMinute: 'Webhook tests a minute',
};

const caps = Object.keys(capNames) as readonly (keyof typeof capNames)[];

/** The caps of an account's plan. */
export function PlanForm({ account }: { readonly account: AccountDetail }) {
  const [plan, setPlan] = useState(account.plan);
  const save = useChange('PATCH /operator/accounts/{id}/plan', [
    'GET /operator/accounts/{id}',
    'GET /operator/accounts',
  ]);
  return (
    <Section title="Plan">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ parameters: { id: account.id }, body: plan });
        }}
      >
        <div className="fields">
          {caps.map((cap) => (
            <TextField
              key={cap}
              label={capNames[cap]}
              type="number"
              min={0}
              required
              value={String(plan[cap])}
              onChange={(value) => setPlan({ ...plan, [cap]: Number(value) })}
            />
          ))}
        </div>
        <CheckField
          label="Schedules allowed"
          checked={plan.schedulesAllowed}
          onChange={(schedulesAllowed) => setPlan({ ...plan, schedulesAllowed })}
        />
        {save.error !== null && <FailureNotice error={save.error} />}
        <div className="actions">
          <Button type="submit" isBusy={save.isPending}>
            Save the plan
          </Button>
          <span role="status" className="soft">
            {save.isSuccess && 'Saved.'}
          </span>
        </div>
      </form>
    </Section>
  );
}
