import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { studioTexts } from '../../texts/studio-en.ts';
import { callStudio } from '../client/call-studio.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { useStudioQuery } from '../client/use-studio-query.ts';

const t = studioTexts.versions;

/** The versions of the recipe: two are compared by step and field, an older one is restored. */
export function VersionsPanel() {
  const { draft } = useView();
  const source = draft?.source;
  if (source === undefined) {
    return (
      <Empty title={t.emptyTitle}>
        <p>{t.emptyLead}</p>
      </Empty>
    );
  }
  return <Versions key={source.id} id={source.id} current={source.version} />;
}

function Versions({ id, current }: { readonly id: string; readonly current: number }) {
  const studio = useStudio();
  const [act, isBusy] = useAct();
  const parameters = { id };
  const versions = useStudioQuery('GET /recipes/{id}/versions', { parameters, query: { current } });
  const [compared, setCompared] = useState<number>();
  const restore = (version: number) =>
    act(async () => {
      await callStudio('POST /recipes/{id}/restore', { parameters, body: { version } });
      await studio.openDraft({ recipe: id });
      setCompared(undefined);
    });
  return (
    <div className="stack">
      <Loaded query={versions}>
        {(data) => (
          <ol className="versions" aria-label={t.title}>
            {data.versions.map(({ version, title, savedAtMs }) => (
              <li key={version} className="row">
                <strong>{t.version(version)}</strong>
                <span className="wrap">{title}</span>
                <span className="soft small">
                  <Moment at={savedAtMs} />
                </span>
                {version === current ? (
                  <span className="soft small">{t.current}</span>
                ) : (
                  <>
                    <Button
                      look="quiet"
                      aria-pressed={compared === version}
                      aria-label={t.compareOf(version, current)}
                      onClick={() => setCompared(compared === version ? undefined : version)}
                    >
                      {t.compare(current)}
                    </Button>
                    <Button
                      look="quiet"
                      isBusy={isBusy}
                      aria-label={t.restoreOf(version)}
                      onClick={() => restore(version)}
                    >
                      {t.restore}
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {compared !== undefined && <Changes id={id} from={compared} to={current} />}
    </div>
  );
}

interface ChangesProps {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

function Changes({ id, from, to }: ChangesProps) {
  const changes = useStudioQuery('GET /recipes/{id}/compare', {
    parameters: { id },
    query: { from, to },
  });
  return (
    <section className="stack stack-tight" aria-label={t.changes(from, to)}>
      <h3>{t.changes(from, to)}</h3>
      <Loaded query={changes}>
        {(data) =>
          data.changes.length === 0 ? (
            <p className="soft">{t.noChanges}</p>
          ) : (
            <ul className="changes">
              {data.changes.map(({ kind, path, description }, index) => (
                <li key={index} className={`change-${kind}`}>
                  <span className="change-kind">{t.kinds[kind]}</span>
                  <span className="wrap">{description}</span>
                  <code className="soft small wrap">{path}</code>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
