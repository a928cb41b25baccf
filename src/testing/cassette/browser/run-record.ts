import { createHash } from 'node:crypto';
import type { ExtractStep } from '../../../contracts/recipe/recipe.ts';
import type {
  Collection,
  FollowedPage,
  FollowProgress,
  ReplayedPage,
  ReplayRequest,
} from '../../../contracts/recipe/replay.ts';
import type { DownloadFolder, FileToKeep } from '../../../contracts/recipe/run-files.ts';
import { listSteps } from '../../../recipe/run/list-steps.ts';

/** A page of a run as JSON: a step by its path, a page that several items link to once. */
type RecordedPage = Omit<ReplayedPage, 'collections'> & {
  readonly collections: readonly (Omit<Collection, 'step' | 'followed' | 'html'> & {
    readonly step: string;
    readonly html?: string | undefined;
    readonly pages: readonly FollowedPage[];
    /** Indexes of `pages`; -1 for an item whose page was not read. */
    readonly followed: readonly number[];
  })[];
};

/** What a run did to its caller. */
export type RunEvent =
  | { readonly type: 'step'; readonly path: string; readonly step: string }
  | { readonly type: 'page'; readonly page: RecordedPage }
  | { readonly type: 'goOn' | 'mayFollow'; readonly answer: boolean }
  | { readonly type: 'followed'; readonly progress: FollowProgress }
  | { readonly type: 'file'; readonly file: Omit<FileToKeep, 'content'> & { base64: string } };

/** Returns what a run was asked, as JSON by which it is found again. */
export function toRunRequest(request: ReplayRequest): Readonly<Record<string, unknown>> {
  const { recipe, fingerprints, maxPages, allowExpressions, loadMedia, headers, stealth } = request;
  return {
    type: 'run',
    title: recipe.title,
    timeoutMs: recipe.timeoutMs,
    steps: recipe.steps,
    // Long, and of no use to people: what heals is told by its hash.
    fingerprints: fingerprints === undefined ? 'none' : toHash(JSON.stringify(fingerprints)),
    options: { maxPages, allowExpressions, loadMedia, stealth, headers },
    files: {
      uploads: request.files.uploads !== undefined,
      downloads: request.files.downloads !== undefined,
    },
  };
}

export function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Returns the request with callbacks that also note what they are called with. */
export function noteRun(request: ReplayRequest, note: (event: RunEvent) => void): ReplayRequest {
  const { downloads } = request.files;
  return {
    ...request,
    files: { ...request.files, downloads: downloads && noteFiles(downloads, note) },
    onStep(path, step) {
      note({ type: 'step', path, step });
      request.onStep(path, step);
    },
    async onPage(page) {
      note({ type: 'page', page: toRecordedPage(page) });
      await request.onPage(page);
    },
    async mayGoOn() {
      const answer = await request.mayGoOn();
      note({ type: 'goOn', answer });
      return answer;
    },
    async mayFollow() {
      const answer = await request.mayFollow();
      note({ type: 'mayFollow', answer });
      return answer;
    },
    onFollow(progress) {
      note({ type: 'followed', progress });
      request.onFollow(progress);
    },
  };
}

function noteFiles(folder: DownloadFolder, note: (event: RunEvent) => void): DownloadFolder {
  return {
    admit: (kind) => folder.admit(kind),
    async keep(file) {
      const { content, ...about } = file;
      const { readFile } = await import('node:fs/promises');
      const bytes = typeof content === 'string' ? await readFile(content) : content;
      note({ type: 'file', file: { ...about, base64: Buffer.from(bytes).toString('base64') } });
      return folder.keep(file);
    },
  };
}

/**
 * Does to the caller what the recorded run did. Rejects with the error of a callback, and with an `Error` where a callback answers
 * otherwise than in the recording: what came after it is then unknown.
 */
export async function playRun(events: readonly RunEvent[], request: ReplayRequest): Promise<void> {
  for (const event of events) {
    request.signal.throwIfAborted();
    switch (event.type) {
      case 'step':
        request.onStep(event.path, event.step);
        break;
      case 'page':
        await request.onPage(toReplayedPage(event.page, request));
        break;
      case 'goOn':
        checkAnswer(await request.mayGoOn(), event.answer, 'go on to a further page');
        break;
      case 'mayFollow':
        checkAnswer(await request.mayFollow(), event.answer, 'open the link of an item');
        break;
      case 'followed':
        request.onFollow(event.progress);
        break;
      case 'file': {
        const { base64, ...about } = event.file;
        const { downloads } = request.files;
        downloads?.admit(about.kind);
        await downloads?.keep({ ...about, content: Buffer.from(base64, 'base64') });
        break;
      }
    }
  }
}

function checkAnswer(now: boolean, recorded: boolean, what: string): void {
  if (now === recorded) return;
  throw new Error(
    `The recorded run ${recorded ? 'could' : 'could not'} ${what}, and this one ${now ? 'can' : 'cannot'}: its credits or limits differ. Run it as it was recorded, or record it again (\`mode: 'record'\`).`,
  );
}

function toRecordedPage({ collections, ...page }: ReplayedPage): RecordedPage {
  return {
    ...page,
    collections: collections.map(({ step, items, followed, html }) => {
      const pages = [...new Set(followed.filter((each) => each !== undefined))];
      return {
        step: step.path,
        items,
        html,
        pages,
        followed: followed.map((each) => (each === undefined ? -1 : pages.indexOf(each))),
      };
    }),
  };
}

function toReplayedPage(
  { collections, ...page }: RecordedPage,
  { recipe }: ReplayRequest,
): ReplayedPage {
  const steps = listSteps(recipe.steps).filter((step) => step.type === 'extract');
  const find = (path: string): ExtractStep => {
    const step = steps.find((each) => each.path === path);
    if (step === undefined) throw new Error(`The recipe has no extract step at ${path}.`);
    return step;
  };
  return {
    ...page,
    collections: collections.map(({ step, items, html, pages, followed }) => ({
      step: find(step),
      items,
      html,
      followed: followed.map((index) => pages[index]),
    })),
  };
}
