import { useAct, useStudio, useView } from '../client/studio-context.ts';

/** The pages of the session; titles come from the pages. */
export function TabStrip() {
  const studio = useStudio();
  const { session } = useView();
  const [act] = useAct();
  const tabs = session?.tabs ?? [];
  return (
    <nav className="tab-strip" aria-label="Tabs">
      <ul>
        {tabs.map((tab) => {
          const title = tab.title === '' ? (tab.url === '' ? 'New tab' : tab.url) : tab.title;
          return (
            <li key={tab.id} className={tab.id === session?.activeTab ? 'is-active' : undefined}>
              <button
                type="button"
                className="tab-title"
                aria-current={tab.id === session?.activeTab ? 'page' : undefined}
                title={title}
                onClick={() => act(() => studio.command({ type: 'selectTab', tab: tab.id }))}
              >
                {title}
              </button>
              {tabs.length > 1 && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Close ${title}`}
                  onClick={() => act(() => studio.command({ type: 'closeTab', tab: tab.id }))}
                >
                  ×
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className="icon-button"
        aria-label="Open a tab"
        title="Open a tab"
        onClick={() => act(() => studio.command({ type: 'openTab' }))}
      >
        +
      </button>
    </nav>
  );
}
