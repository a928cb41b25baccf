import { parseHeaders } from '../../components/fields/parse-headers.ts';
import type { PlaygroundDraft } from './playground-draft.ts';

/** The body of the call under `/v1` that a draft asks for: what is not chosen is left out. Throws a `SyntaxError` for a schema that is no JSON. */
export function toWireBody(draft: PlaygroundDraft): Readonly<Record<string, unknown>> {
  const own = draft.kind === 'extract' ? toExtractFields(draft) : toScrapeFields(draft);
  const headers = parseHeaders(draft.headers) ?? {};
  return dropAbsent({
    website_url: draft.url.trim(),
    ...own,
    parse_mode: draft.parseMode === 'speed' ? 'speed' : undefined,
    reduce_content: { auto: undefined, yes: true, no: false }[draft.reduceContent],
    include_tags: toNames(draft.includeTags),
    exclude_tags: toNames(draft.excludeTags),
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    max_age: draft.maxAge === '' ? undefined : Number(draft.maxAge),
    stealth: draft.stealth || undefined,
  });
}

function toExtractFields(draft: PlaygroundDraft): Readonly<Record<string, unknown>> {
  return {
    user_prompt: draft.prompt,
    output_schema: draft.schema.trim() === '' ? undefined : (JSON.parse(draft.schema) as unknown),
    page_complexity: draft.pageComplexity === 'low' ? undefined : draft.pageComplexity,
    detail_level: draft.detailLevel === 'medium' ? undefined : draft.detailLevel,
    grounding: draft.grounding === 'report' ? undefined : draft.grounding,
    unsure: draft.unsure === 'tell' ? undefined : draft.unsure,
    models: draft.models === 'default' ? undefined : draft.models,
    plain_text: draft.plainText || undefined,
    experimental: draft.experimental || undefined,
    include: ['evidence', 'warnings', ...(draft.usage ? ['usage'] : [])],
  };
}

function toScrapeFields(draft: PlaygroundDraft): Readonly<Record<string, unknown>> {
  return {
    // The service refuses both together.
    format: draft.clean ? undefined : draft.format,
    clean: draft.clean || undefined,
    navigation:
      draft.format === 'pdf' && !draft.clean && draft.navigation !== 'end'
        ? draft.navigation
        : undefined,
    tag_truncate: draft.tagTruncate || undefined,
    extract_links: draft.extractLinks || undefined,
  };
}

function toNames(text: string): readonly string[] | undefined {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  return names.length === 0 ? undefined : names;
}

function dropAbsent(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
