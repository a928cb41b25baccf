import { useCallback, useEffect, useState } from 'react';
import { CallFailure } from '../../api/call-failure.ts';
import { FailureBoundary } from '../../app/failure-boundary.tsx';
import { useOnline } from '../../app/use-online.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { useStudio, useView } from '../client/studio-context.ts';
import { findActiveTab } from '../client/studio-view.ts';
import { PageDialog } from '../live/page-dialog.tsx';
import { OfferedRecipe } from '../recipes/offered-recipe.tsx';
import { RecipeHead } from '../recipes/recipe-head.tsx';
import { StepsPanel } from '../steps/steps-panel.tsx';
import { AskValues } from '../trial/ask-values.tsx';
import { Bench } from './bench.tsx';
import { Notices } from './notices.tsx';
import { Stage } from './stage.tsx';

/** The studio: reads where things stand, then shows the page, what is made of it, and the recipe. */
export function StudioApp() {
  const studio = useStudio();
  const [state, setState] = useState<'reading' | 'ready' | { readonly failure: unknown }>(
    'reading',
  );
  const begin = useCallback(() => {
    setState('reading');
    studio.begin().then(
      () => setState('ready'),
      (failure: unknown) => setState({ failure }),
    );
  }, [studio]);
  useEffect(begin, [begin]);
  if (state === 'ready') return <OpenStudio />;
  if (state === 'reading') {
    return (
      <main className="door">
        <h1 className="visually-hidden">Studio</h1>
        <div className="door-card">
          <Loading />
        </div>
      </main>
    );
  }
  const isStranger = state.failure instanceof CallFailure && state.failure.code === 'unauthorized';
  return (
    <main className="door">
      <div className="door-card">
        <h1>{isStranger ? 'Sign in first' : 'The studio cannot be shown'}</h1>
        {isStranger && (
          <p>
            Open the address that was printed when the studio was started; it works once. In a
            dashboard, sign in there.
          </p>
        )}
        <FailureNotice error={state.failure} onRetry={begin} />
      </div>
    </main>
  );
}

function OpenStudio() {
  const view = useView();
  const isOnline = useOnline();
  const dialog = findActiveTab(view)?.dialog;
  const title = view.draft?.document?.title;
  useEffect(() => {
    document.title = `${title ?? 'Studio'} · Gleaner`;
  }, [title]);
  return (
    <div className="studio">
      {(!isOnline || view.connection.state === 'lost') && (
        <div className="banner" role="status">
          {isOnline
            ? 'The studio does not answer. It is asked again until it does; the draft is kept here.'
            : 'No network. What is shown may be old; changes wait until it is back.'}
        </div>
      )}
      <RecipeHead />
      <main className="studio-main">
        <FailureBoundary>
          <StepsPanel />
          <div className="studio-stage">
            <Stage />
            <Bench />
          </div>
        </FailureBoundary>
      </main>
      <Notices />
      {dialog !== undefined && <PageDialog key={dialog.id} dialog={dialog} />}
      {view.offered !== undefined && <OfferedRecipe recipe={view.offered} />}
      {view.asked !== undefined && <AskValues asked={view.asked} />}
    </div>
  );
}
