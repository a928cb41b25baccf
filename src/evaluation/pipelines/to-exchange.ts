import type { ModelExchange } from './pipeline.ts';

/** Of a prompt or an answer: more than the largest call of the model extractor, and a bound on results. */
const maxCharacters = 200_000;

/** What a model of the AI SDK was asked and answered, as texts; parts that are no text are left out. */
export function toExchange(options: unknown, result: unknown): ModelExchange {
  const messages = listMember(options, 'prompt').map((message) =>
    toText(member(message, 'content')),
  );
  return { prompt: cut(messages.join('\n\n')), answer: cut(toText(member(result, 'content'))) };
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => member(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('');
}

function listMember(of: unknown, name: string): readonly unknown[] {
  const list = member(of, name);
  return Array.isArray(list) ? list : [];
}

function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
}

function cut(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)} … (cut)`;
}
