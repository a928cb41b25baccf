import { parseRecipe } from '../../src/recipes/format/parse-recipe.ts';
import { bindVariables } from '../../src/recipes/bind-variables.ts';
import { systemClock } from '../../src/runtime/signals/waiting.ts';
import type { AnsweringTapOptions } from '../../src/testing/cassette/browser-taps.ts';
import {
  exchangesChannel,
  findStart,
  type ExchangesAnswer,
} from '../../src/testing/cassette/create-tape-browser.ts';
import { readCassette, type ReadCassette } from '../../src/testing/cassette/file/read-cassette.ts';
import { createSecrets } from '../../src/testing/cassette/redact-secrets.ts';
import type { VolatileParts } from '../../src/testing/cassette/match-exchange.ts';
import type { StressOptions } from './stress-result.ts';
import { createPlayer } from '../../src/testing/cassette/tape/create-player.ts';
import { createTapeClock } from '../../src/testing/cassette/tape/tape.ts';
import type { StressPagesOptions } from './stress-pages.ts';

interface CassettePagesOptions extends Pick<StressOptions, 'recipe' | 'variables'> {
  readonly volatile?: Partial<VolatileParts> | undefined;
}

/**
 * Returns what answers each replay from the recorded run of a recipe, from its beginning each time. Throws an `Error` where the
 * file cannot be read or has no such run, and `invalid_request` for a recipe that cannot be used.
 */
export function openCassettePages(
  file: string,
  { recipe, variables, volatile }: CassettePagesOptions,
): Pick<StressPagesOptions, 'openPages' | 'nowMs'> {
  const bound = bindVariables(parseRecipe(recipe), variables ?? {});
  const { facts, entries, readBody } = readCassette(file);
  const channel = requireChannel(file, { facts, entries }, findStart(bound.recipe));
  const exchanges = entries.filter(
    (entry) => entry.type === 'exchange' && entry.channel === channel,
  );
  const openPages = (): AnsweringTapOptions['answer'] => {
    const player = createPlayer({
      file,
      facts,
      entries: exchanges,
      volatile,
      clock: createTapeClock(facts.startedAtMs, systemClock()),
      secrets: createSecrets([]),
      readBody,
    });
    return (request) => player.replayExchange(channel, request);
  };
  return { openPages, nowMs: facts.startedAtMs };
}

function requireChannel(
  file: string,
  { facts, entries }: Pick<ReadCassette, 'facts' | 'entries'>,
  start: string,
): string {
  if (facts.isForeign === true) return 'fetcher';
  const starts: string[] = [];
  for (const entry of entries) {
    if (entry.type !== 'call' || entry.channel !== exchangesChannel) continue;
    const request = entry.request as { readonly type?: unknown; readonly url?: unknown };
    if (request.type !== 'run') continue;
    if (request.url === start) return (entry.answer as ExchangesAnswer).channel;
    starts.push(String(request.url));
  }
  const held =
    starts.length === 0 ? 'It holds no run at all.' : `Its runs begin at ${starts.join(', ')}.`;
  throw new Error(
    `The cassette "${file}" holds no run of a recipe that begins at ${start}. ${held} Record one: \`gleaner run\` with \`--record\`, or \`runRecipe\` with the parts of a \`cassette(file, { mode: 'record' })\`.`,
  );
}
