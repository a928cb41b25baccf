import { Button } from '../../components/controls/button.tsx';
import { useStudio, useView } from '../client/studio-context.ts';
import { findActiveTab } from '../client/studio-view.ts';
import { AddressBar } from '../live/address-bar.tsx';
import { LivePage } from '../live/live-page.tsx';
import { ModeSwitch } from '../live/mode-switch.tsx';
import { TabStrip } from '../live/tab-strip.tsx';
import { ViewportChoice } from '../live/viewport-choice.tsx';
import { OpenPage } from './open-page.tsx';

/** The live page with what stands around it; without a session, the way to open one. */
export function Stage() {
  const studio = useStudio();
  const view = useView();
  const { connection, session } = view;
  const error = findActiveTab(view)?.error;
  if (connection.state === 'ended' && connection.reason === 'moved') {
    return (
      <section className="stage-door" aria-label="Page">
        <h2>The page is shown elsewhere</h2>
        <p className="soft">{connection.message}</p>
        <Button look="primary" onClick={() => studio.attach()}>
          Show it here
        </Button>
      </section>
    );
  }
  if (session === undefined) return <OpenPage />;
  return (
    <section className="stage" aria-label="Page">
      <TabStrip />
      <div className="stage-tools">
        <AddressBar />
        <ViewportChoice />
        <ModeSwitch />
      </div>
      {error !== undefined && (
        <p className="notice notice-bad" role="alert">
          {error}
        </p>
      )}
      <LivePage />
    </section>
  );
}
