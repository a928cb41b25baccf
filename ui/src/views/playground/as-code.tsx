import { CodeBlock } from '../../components/data/code-block.tsx';
import { Section } from '../../components/layout/section.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import type { PlaygroundDraft } from './playground-draft.ts';
import { toCurl } from './to-curl.ts';
import { toTypeScript } from './to-type-script.ts';
import { toWireBody } from './to-wire-body.ts';

/** The call of a draft, to be taken into a program. */
export function AsCode({ draft }: { readonly draft: PlaygroundDraft }) {
  const { kind } = draft;
  const body = toWireBody(isJson(draft.schema) ? draft : { ...draft, schema: '' });
  return (
    <Section title="As code">
      <Tabs
        label="As code"
        tabs={[
          {
            label: 'curl',
            content: () => <CodeBlock label="curl" code={toCurl(kind, body, location.origin)} />,
          },
          {
            label: 'TypeScript',
            content: () => <CodeBlock label="TypeScript" code={toTypeScript(kind, body)} />,
          },
        ]}
      />
    </Section>
  );
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // It is still being typed.
    return false;
  }
}
