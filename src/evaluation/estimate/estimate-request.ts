import { engineSlots } from '../../engine/engine-slots.ts';
import { resolveOptions, type ResolvedOptions } from '../../engine/resolve-options.ts';
import { parseRecipe } from '../../recipe/parse/parse-recipe.ts';
import type { Prices } from '../../operations/operation-context.ts';
import { checkPrices, type ModelPrice } from '../pipelines/model-prices.ts';
import { exactly, sumProducts, type Amount } from './amount.ts';
import type { Estimate, EstimateOptions, EstimateRequest } from './estimate.ts';
import { estimateQuestions } from './estimate-questions.ts';

/** Extractors of the package that ask no model. */
const withoutModel: ReadonlySet<string> = new Set(['structure', 'selector', 'cheerio']);

const failureNote = 'A call that fails costs no credits.';

/** What a request will take; see `estimate`. */
export async function estimateRequest(
  request: EstimateRequest,
  options: EstimateOptions,
): Promise<Estimate> {
  const settings = requireSettings(options);
  const prices: Prices = { ...settings.prices, ...options.prices };
  if (options.modelPrices !== undefined) checkPrices({ model: options.modelPrices });
  if ('scrape' in request) {
    const stealth = request.scrape.stealth === true;
    return withoutQuestions(exactly(prices.scrape + (stealth ? prices.scrapeStealth : 0)), [
      failureNote,
    ]);
  }
  if ('run' in request) return estimateRun(request.run, settings, prices);
  const { extract: input } = request;
  const credits = exactly(prices.extract + (input.stealth === true ? prices.extractStealth : 0));
  const { name } = settings.extractor;
  if (options.gleaner !== undefined && withoutModel.has(name)) {
    return withoutQuestions(credits, [
      failureNote,
      `The engine's extractor "${name}" asks no model.`,
    ]);
  }
  if (options.gleaner !== undefined && name !== 'model') {
    const note = `What the engine's extractor "${name}" asks of a model is not known.`;
    return { credits, basis: [failureNote, note] };
  }
  const { basis, ...questions } = await estimateQuestions(input, options.content);
  return {
    credits,
    ...questions,
    ...toMoney(questions, options.modelPrices),
    basis: [failureNote, ...basis],
  };
}

function requireSettings({ gleaner }: EstimateOptions): ResolvedOptions['settings'] {
  if (gleaner === undefined) return resolveOptions({}).settings;
  const slot = engineSlots.get(gleaner);
  if (slot === undefined) {
    throw new TypeError(
      'Expected `gleaner` to be what `createGleaner` of this installation of the package returned.',
    );
  }
  return slot.options.settings;
}

function withoutQuestions(credits: Amount, basis: readonly string[]): Estimate {
  const none = exactly(0);
  return { credits, modelCalls: none, inputTokens: none, outputTokens: none, money: none, basis };
}

function estimateRun(
  { recipe, maxPages, account }: Extract<EstimateRequest, { readonly run: unknown }>['run'],
  settings: ResolvedOptions['settings'],
  { runPage, followedPage }: Prices,
): Estimate {
  const steps = recipe === undefined ? [] : parseRecipe(recipe).steps;
  const own = steps.find((step) => step.type === 'paginate');
  const limit = account === undefined ? settings.maxOwnPages : settings.maxPlanPages;
  const isPaged = recipe === undefined || own !== undefined;
  const pages = isPaged ? Math.min(maxPages ?? Infinity, own?.maxPages ?? Infinity, limit) : 1;
  const basis = [
    `A run costs ${runPage} credits a page; it reads 1 to ${pages} pages, and nothing is charged where it fails.`,
  ];
  if (followedPage > 0) {
    basis.push(
      `Pages that items link to cost ${followedPage} more each; how many there are is not known before.`,
    );
  }
  return withoutQuestions(
    { least: runPage, likely: pages * runPage, most: pages * runPage },
    basis,
  );
}

function toMoney(
  { inputTokens, outputTokens }: { readonly inputTokens: Amount; readonly outputTokens: Amount },
  prices: ModelPrice | undefined,
): { readonly money?: Amount } {
  if (prices === undefined) return {};
  return {
    money: sumProducts([
      [inputTokens, prices.inputPerMillion / 1_000_000],
      [outputTokens, prices.outputPerMillion / 1_000_000],
    ]),
  };
}
