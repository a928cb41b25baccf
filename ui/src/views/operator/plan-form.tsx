import { useState } from 'react';
import type { AccountDetail } from '../../../../src/web/dashboard/dashboard-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { CheckField } from '../../components/fields/check-field.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Section } from '../../components/layout/section.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { texts } from '../../texts/en.ts';

const t = texts.operator;
const caps = Object.keys(t.caps) as readonly (keyof typeof t.caps)[];

/** The caps of an account's plan. */
export function PlanForm({ account }: { readonly account: AccountDetail }) {
  const [plan, setPlan] = useState(account.plan);
  const save = useChange('PATCH /operator/accounts/{id}/plan', [
    'GET /operator/accounts/{id}',
    'GET /operator/accounts',
  ]);
  return (
    <Section title={t.plan}>
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
              label={t.caps[cap]}
              type="number"
              min={0}
              required
              value={String(plan[cap])}
              onChange={(value) => setPlan({ ...plan, [cap]: Number(value) })}
            />
          ))}
        </div>
        <CheckField
          label={t.schedulesAllowed}
          checked={plan.schedulesAllowed}
          onChange={(schedulesAllowed) => setPlan({ ...plan, schedulesAllowed })}
        />
        {save.error !== null && <FailureNotice error={save.error} />}
        <div className="actions">
          <Button type="submit" isBusy={save.isPending}>
            {t.savePlan}
          </Button>
          <span role="status" className="soft">
            {save.isSuccess && texts.common.saved}
          </span>
        </div>
      </form>
    </Section>
  );
}
