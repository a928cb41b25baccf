import { writeFileSync } from 'node:fs';
import { exit, getuid, stderr } from 'node:process';
import { Command } from 'commander';
import { chromium } from 'playwright-core';
import { findBrowser } from '../src/browser/launch/find-browser.ts';
import {
  countApplicationCases,
  countApplicationRuns,
} from './healing/applications/count-application-cases.ts';
import { listApplications } from './healing/applications/list-applications.ts';
import {
  type ApplicationCase,
  measureApplication,
} from './healing/applications/measure-application.ts';
import { type ApplicationRun, runApplication } from './healing/applications/run-application.ts';
import { serveApplications } from './healing/applications/serve-applications.ts';
import { countCases } from './healing/count-cases.ts';
import { listPages } from './healing/list-pages.ts';
import { measurePage, type PageFigures } from './healing/measure-page.ts';
import { openBenchPage } from './healing/run-case.ts';
import { loopbackBrowser } from '../test/support/replay.ts';
import { writeResults } from './write-results.ts';

const options = new Command('bench:healing')
  .description('How often a lost element is found again, a wrong one taken, and drift understood.')
  .option('--out <file>', 'one JSON line a page: what came of its cases')
  .option('--pages <names>', 'only these pages, separated by commas, and no applications')
  .option('--application <name>', 'only this application, and no pages')
  .option('--runs', 'replay whole recordings of the applications too, some minutes for each')
  .option(
    '--misses',
    'name the cases in which a wrong element was taken, and the targets of applications that were refused, on standard error',
  )
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    out?: string;
    pages?: string;
    application?: string;
    runs?: boolean;
    misses?: boolean;
    json?: boolean;
  }>();

const executablePath = findBrowser();
if (executablePath === undefined) {
  console.error('No browser was found: run `node scripts/ensure-browser.ts` to get one.');
  exit(1);
}
const wanted = options.pages?.split(',');
const pages = listPages().filter(
  ({ name }) => wanted?.includes(name) ?? options.application === undefined,
);
const applications = listApplications().filter(({ name }) =>
  options.application === undefined ? wanted === undefined : name === options.application,
);
const browser = await chromium.launch({ executablePath, chromiumSandbox: getuid?.() !== 0 });
const measured: PageFigures[] = [];
const cases: ApplicationCase[] = [];
const runs: ApplicationRun[] = [];
try {
  const page = await openBenchPage(browser, { isOffline: true });
  for (const [at, from] of pages.entries()) {
    if (stderr.isTTY) stderr.write(`\rhealing: page ${at + 1} of ${pages.length} `);
    const other = pages[(at + 5) % pages.length] ?? from;
    measured.push(await measurePage(page, from, other));
  }
  if (applications.length > 0) {
    await using served = await serveApplications();
    const page = await openBenchPage(browser, { isOffline: false });
    for (const application of applications) {
      if (stderr.isTTY) stderr.write(`\rhealing: application ${application.name} `);
      cases.push(...(await measureApplication(page, served.origin, application)));
      if (options.runs !== true) continue;
      const replayer = loopbackBrowser(1);
      try {
        runs.push(...(await runApplication({ page, browser: replayer, served, application })));
      } finally {
        await replayer.close?.();
      }
    }
  }
} finally {
  await browser.close();
}

if (options.misses === true) {
  for (const { page, misses } of measured)
    for (const miss of misses) stderr.write(`${page.name}: ${miss}\n`);
  for (const { application, from, to, target, outcome, likeness, replay, refusal } of cases) {
    const isMissed =
      outcome === 'kept' ? likeness !== 'right' : likeness !== 'none' || replay !== 'none';
    if (!isMissed) continue;
    const verdicts = `likeness ${likeness}, replay ${replay}`;
    stderr.write(
      `${application}: ${outcome}, ${from} → ${to}, ${target}: ${verdicts}${refusal === undefined ? '' : `; ${refusal}`}\n`,
    );
  }
  for (const { application, from, to, outcome, done, recorded, fields, note } of runs) {
    if (outcome === 'completed' && fields.absent + fields.wrong === 0) continue;
    const read = `fields ${fields.right} right, ${fields.absent} absent, ${fields.wrong} wrong`;
    stderr.write(
      `${application}: run, ${from} → ${to}: ${outcome}, ${done} of ${recorded} acts, ${read}${note === '' ? '' : `; ${note}`}\n`,
    );
  }
}
const figures = {
  ...(measured.length > 0 ? countCases(measured) : {}),
  ...(cases.length > 0 ? countApplicationCases(cases) : {}),
  ...(runs.length > 0 ? countApplicationRuns(runs) : {}),
};
for (const [name, { value, target, met, spread }] of Object.entries(figures)) {
  const goal = target === null ? '' : `  target ${target} ${met === true ? 'met' : 'missed'}`;
  const [low, high] = spread.map((bound) => bound.toFixed(4));
  console.log(`${name.padEnd(60)} ${value.toFixed(4)} [${low}, ${high}]${goal}`);
}
if (options.out !== undefined) {
  const lines = measured.map(({ page, cases, drift }) =>
    JSON.stringify({ id: page.name, secondSet: page.isSecondSet, cases, drift }),
  );
  writeFileSync(options.out, `${lines.join('\n')}\n`);
}
if (wanted === undefined && options.application === undefined) {
  const shown = Object.entries(figures).filter(
    ([name, { target }]) =>
      target !== null && !/^(?:second_set|applications, (?!translated))/.test(name),
  );
  writeResults({
    name: 'healing',
    title: 'Healing: elements found again after a redesign',
    note: 'Shares of cases, with the lowest and the highest page or application. Wrong ones, and those acted on although gone: lower is better.',
    rows: shown.map(
      ([
        name,
        {
          value,
          target,
          spread: [low, high],
        },
      ]) => ({
        name,
        value,
        low,
        high,
        isOwn: true,
        ...(target === null ? {} : { target }),
      }),
    ),
  });
}
if (options.json === true) console.log(JSON.stringify({ bench: 'healing', figures }));
