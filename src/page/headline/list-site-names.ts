import type { PageReading, StructuredEntity } from '../page-reading.ts';
import { foldText } from '../text/node-text.ts';

/** Characters. */
const minHostPart = 4;
const siteTags: ReadonlySet<string> = new Set(['og:site_name', 'application-name']);

/** Returns the names under which a page's site may stand in its title, best first: stated ones, then the host and its parts. */
export function listSiteNames({ structuredData, url }: PageReading): readonly string[] {
  const names: string[] = [];
  for (const { name, content } of structuredData.metaTags) {
    if (siteTags.has(name)) names.push(foldText(content));
  }
  for (const entity of structuredData.entities) {
    if (entity.types.includes('WebSite')) names.push(...readNames(entity));
  }
  const host = URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
  // The last part is that of a country or a kind; `co` and `com` before it are no name either.
  const parts = host
    .split('.')
    .slice(0, -1)
    .filter((part) => part.length >= minHostPart);
  return [...names, host, ...parts].filter((name) => name !== '');
}

function readNames({ properties }: StructuredEntity): readonly string[] {
  return (properties.get('name') ?? []).flatMap((value) =>
    value.kind === 'text' ? [foldText(value.text)] : [],
  );
}
