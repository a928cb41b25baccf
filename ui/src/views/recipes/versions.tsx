import { useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import { CodeBlock } from '../../components/data/code-block.tsx';
import { ConfirmButton } from '../../components/controls/confirm-button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Section } from '../../components/layout/section.tsx';
import { Table } from '../../components/data/table.tsx';
import { CompareVersions } from './compare-versions.tsx';

/** The versions of a recipe, newest first: each can be shown, an older one restored. */
export function Versions({ id }: { readonly id: string }) {
  const versions = useApi('GET /recipes/{id}/versions', { parameters: { id } });
  const restore = useChange('POST /recipes/{id}/versions/{revision}/restore', [
    'GET /recipes',
    'GET /recipes/{id}',
    'GET /recipes/{id}/versions',
  ]);
  const [shown, setShown] = useState<number>();
  const [compared, setCompared] = useState<number>();
  return (
    <Section title="Versions">
      <Loaded query={versions}>
        {({ versions }) => (
          <Table
            label="Versions"
            rows={versions}
            rowKey={(version) => String(version.revision)}
            columns={[
              { label: 'Version', cell: (version) => `Version ${version.revision}` },
              {
                label: 'Saved',
                look: 'nowrap',
                cell: (version) => <Moment at={version.createdAtMs} />,
              },
              {
                label: 'State',
                cell: (version) => version === versions[0] && <Badge look="good">Current</Badge>,
              },
              {
                label: '',
                look: 'end',
                cell: (version) => (
                  <span className="row">
                    <Button
                      look="quiet"
                      aria-label={`Show version ${version.revision}`}
                      onClick={() => setShown(version.revision)}
                    >
                      Show
                    </Button>
                    {version !== versions.at(-1) && (
                      <Button
                        look="quiet"
                        aria-label={`Changes of version ${version.revision}`}
                        onClick={() => setCompared(version.revision)}
                      >
                        Changes
                      </Button>
                    )}
                    {version !== versions[0] && (
                      <ConfirmButton
                        label="Restore"
                        name={`Restore version ${version.revision}`}
                        title={`Restore version ${version.revision}`}
                        action="Restore"
                        onConfirm={() =>
                          restore.mutateAsync({
                            parameters: { id, revision: String(version.revision) },
                          })
                        }
                      >
                        <p>Its document becomes the newest version; the others stay.</p>
                      </ConfirmButton>
                    )}
                  </span>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {compared !== undefined && versions.data !== undefined && (
        <CompareVersions
          id={id}
          revisions={versions.data.versions.map(({ revision }) => revision)}
          revision={compared}
          onClose={() => setCompared(undefined)}
        />
      )}
      {shown !== undefined && (
        <ShownVersion id={id} revision={shown} onClose={() => setShown(undefined)} />
      )}
    </Section>
  );
}

interface ShownVersionProps {
  readonly id: string;
  readonly revision: number;
  readonly onClose: () => void;
}

function ShownVersion({ id, revision, onClose }: ShownVersionProps) {
  const version = useApi('GET /recipes/{id}/versions/{revision}', {
    parameters: { id, revision: String(revision) },
  });
  return (
    <Dialog title={`Version ${revision}`} onClose={onClose}>
      <Loaded query={version}>
        {({ document }) => (
          <CodeBlock label="Recipe as JSON" code={JSON.stringify(document, null, 2)} />
        )}
      </Loaded>
      <div className="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
