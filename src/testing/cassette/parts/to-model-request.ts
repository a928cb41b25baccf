import { splitPrompt } from '../../models/split-prompt.ts';

/** A call of a model as the AI SDK makes it, as far as its versions agree. */
export interface ModelCallOptions {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly responseFormat?: unknown;
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * Returns what is recorded of a call: each part in lines, so that a change of one shows as such. The code that borders the page
 * is new in each call, and left out.
 */
export function toModelRequest(modelId: string, options: ModelCallOptions): object {
  const instructions: string[] = [];
  const prompt: string[] = [];
  for (const { role, content } of options.prompt) {
    (role === 'system' ? instructions : prompt).push(toText(content));
  }
  return {
    model: modelId,
    ...toInstructionParts(instructions.join('\n')),
    format: (JSON.stringify(options.responseFormat, undefined, 1) ?? '').split('\n'),
    ...toPromptParts(prompt.join('\n')),
    settings: toSettings(options),
  };
}

/** The rules, and the form of the answer, which the schema decides. */
function toInstructionParts(text: string): object {
  const [rules = '', ...form] = text.split('\n\n');
  return {
    instructions: rules.split('\n'),
    ...(form.length === 0 ? {} : { schema: form.join('\n\n').split('\n') }),
  };
}

/** What is asked, the page, and what follows it. */
function toPromptParts(text: string): object {
  const parts = splitPrompt(text);
  if (parts === undefined) return { prompt: text.split('\n') };
  return {
    prompt: parts.request.split('\n'),
    page: parts.page.split('\n'),
    closing: parts.closing.split('\n'),
  };
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content) ?? '';
  return content
    .map((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? part.text
        : JSON.stringify(part),
    )
    .join('\n');
}

/** Headers may hold keys, and change no answer. */
const leftOut: ReadonlySet<string> = new Set([
  'abortSignal',
  'headers',
  'includeRawChunks',
  'prompt',
  'responseFormat',
]);

function toSettings(options: ModelCallOptions): unknown {
  const settings = Object.entries(options).filter(([name]) => !leftOut.has(name));
  return JSON.parse(JSON.stringify(Object.fromEntries(settings)));
}
