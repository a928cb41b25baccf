import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type CallData } from '../../api/call-api.ts';
import { useDraft } from '../../app/use-draft.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { AsCode } from './as-code.tsx';
import { emptyDraft, type PlaygroundDraft } from './playground-draft.ts';
import { PlaygroundForm } from './playground-form.tsx';
import { PlaygroundResult } from './playground-result.tsx';
import { toPageText } from './to-page-text.ts';
import { toWireBody } from './to-wire-body.ts';

/** What a call gave, and the page's text where it was asked for. */
interface Outcome {
  readonly kind: PlaygroundDraft['kind'];
  readonly answer: CallData<'POST /extract'>;
  readonly pageText: string | undefined;
}

type State =
  | { readonly is: 'idle' | 'busy' }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'done'; readonly outcome: Outcome };

/** Calls of the API by hand: every option, the result beside the page, the same call as code. */
export function Playground() {
  const client = useQueryClient();
  const [draft, change] = useDraft('playground', emptyDraft, ['headers']);
  const [state, setState] = useState<State>({ is: 'idle' });
  const run = async () => {
    setState({ is: 'busy' });
    try {
      setState({ is: 'done', outcome: await readOutcome(draft) });
    } catch (error) {
      setState({ is: 'failed', error });
    }
    void client.invalidateQueries({ queryKey: ['GET /overview'] });
  };
  return (
    <>
      <PageHeader
        title="Playground"
        lead="Try a call with your own credits, and take it away as code."
      />
      <div className="stack stack-wide">
        <div className="split">
          <div className="card">
            <PlaygroundForm
              draft={draft}
              isBusy={state.is === 'busy'}
              onChange={change}
              onSubmit={() => void run()}
            />
          </div>
          <div className="stack">
            {state.is === 'idle' && (
              <p className="soft">The result stands here once the call has run.</p>
            )}
            {state.is === 'busy' && (
              <div className="stack">
                <div className="progress" />
                <p role="status">The page is being read.</p>
              </div>
            )}
            {state.is === 'failed' && <FailureNotice error={state.error} />}
            {state.is === 'done' && <PlaygroundResult {...state.outcome} />}
          </div>
        </div>
        <AsCode draft={draft} />
      </div>
    </>
  );
}

async function readOutcome(draft: PlaygroundDraft): Promise<Outcome> {
  const { kind } = draft;
  const body = toWireBody(draft);
  if (kind === 'scrape') {
    return { kind, answer: await callApi('POST /scrape', { body }), pageText: undefined };
  }
  const answer = await callApi('POST /extract', { body });
  if (!draft.showPage) return { kind, answer, pageText: undefined };
  const page = await callApi('POST /scrape', {
    body: toWireBody({ ...draft, kind: 'scrape', format: 'html', clean: false }),
  });
  const { html } = page.data;
  return { kind, answer, pageText: typeof html === 'string' ? toPageText(html) : undefined };
}
