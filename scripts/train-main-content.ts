import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stdout } from 'node:process';
import { materialFolder } from '../bench/page-set.ts';
import { type Figures, predictOutOfFold, toFigures } from './main-content/cross-validate.ts';
import { fitModel, fitOptions, predictPage } from './main-content/fit-model.ts';
import { foldOfSite } from './main-content/labelled-pages.ts';
import {
  buildTrainingData,
  type TrainingData,
  type TrainingPage,
} from './main-content/training-data.ts';
import { printWeights, toWeights } from './main-content/write-weights.ts';

const root = path.join(import.meta.dirname, '..');
const weightsFile = path.join(root, 'src/page/main-content/model/weights.ts');
const resultsFile = path.join(import.meta.dirname, 'main-content/results.json');
const lexiconLimits = { classes: 400, words: 300, headings: 160, minSites: 6 };

if (!existsSync(materialFolder)) {
  stdout.write(
    `No material in ${materialFolder}: set GLEANER_MATERIAL to a folder with the page sets.\n`,
  );
} else {
  train();
}

function train(): void {
  stdout.write('Reading pages …\n');
  const data = buildTrainingData(lexiconLimits);
  stdout.write('Cross-validating over sites …\n');
  const held = toFigures(predictOutOfFold(data, fitOptions));
  stdout.write('Fitting the table …\n');
  const bins = ownFoldBins(data);
  const model = fitModel(data, bins, -1, fitOptions);
  const seen = toFigures(new Map(data.pages.map((page) => [page, predictPage(model, bins, page)])));
  const table = printWeights(toWeights(model, data.lexicon, data.edges));
  writeFileSync(weightsFile, table);
  mkdirSync(path.dirname(resultsFile), { recursive: true });
  writeFileSync(
    resultsFile,
    `${JSON.stringify(toResults(held, seen, data.pages, table.length), null, 2)}\n`,
  );
  stdout.write(readFileSync(resultsFile, 'utf8'));
}

/** The rows of each page as its own test fold saw them: no row's words were weighed by its own label. */
function ownFoldBins(data: TrainingData): Uint8Array {
  const width = (data.bins[0]?.length ?? 0) / data.rowCount;
  const bins = new Uint8Array(data.rowCount * width);
  for (const page of data.pages) {
    const from = page.firstRow * width;
    const to = from + page.labels.length * width;
    bins.set(data.bins[page.fold]?.subarray(from, to) ?? [], from);
  }
  return bins;
}

function toResults(
  held: Figures,
  seen: Figures,
  pages: readonly TrainingPage[],
  tableCharacters: number,
): unknown {
  return {
    pages: Object.fromEntries(
      ['wcxb', 'trafilatura-eval', 'fundus-news'].map((set) => [
        set,
        pages.filter((page) => page.set === set).length,
      ]),
    ),
    folds: `5, by site (hash of its last two labels; example.org is in fold ${foldOfSite('example.org')})`,
    options: { ...fitOptions, lexiconLimits },
    tableCharacters,
    crossValidated: rounded(held),
    inSample: rounded(seen),
  };
}

function round(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}

function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, round));
}
