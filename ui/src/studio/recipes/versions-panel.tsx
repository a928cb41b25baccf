import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { callStudio } from '../client/call-studio.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { useStudioQuery } from '../client/use-studio-query.ts';

const kinds = { added: 'new', removed: 'gone', moved: 'moved', changed: 'changed' };

/** The versions of the recipe: two are compared by step and field, an older one is restored. */
export function VersionsPanel() {
  const { draft } = useView();
  const source = draft?.source;
  if (source === undefined) {
    return (
      <Empty title="No versions yet">
        <p>Every save is a version; two are compared here, and an older one is restored.</p>
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
          <ol className="versions" aria-label="Versions">
            {data.versions.map(({ version, title, savedAtMs }) => (
              <li key={version} className="row">
                <strong>{`Version ${version}`}</strong>
                <span className="wrap">{title}</span>
                <span className="soft small">
                  <Moment at={savedAtMs} />
                </span>
                {version === current ? (
                  <span className="soft small">the one that is open</span>
                ) : (
                  <>
                    <Button
                      look="quiet"
                      aria-pressed={compared === version}
                      aria-label={`Compare with ${current}: version ${version}`}
                      onClick={() => setCompared(compared === version ? undefined : version)}
                    >
                      {`Compare with ${current}`}
                    </Button>
                    <Button
                      look="quiet"
                      isBusy={isBusy}
                      aria-label={`Restore version ${version}`}
                      onClick={() => restore(version)}
                    >
                      Restore
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
    <section className="stack stack-tight" aria-label={`From version ${from} to version ${to}`}>
      <h3>{`From version ${from} to version ${to}`}</h3>
      <Loaded query={changes}>
        {(data) =>
          data.changes.length === 0 ? (
            <p className="soft">Nothing differs.</p>
          ) : (
            <ul className="changes">
              {data.changes.map(({ kind, path, description }, index) => (
                <li key={index} className={`change-${kind}`}>
                  <span className="change-kind">{kinds[kind]}</span>
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
