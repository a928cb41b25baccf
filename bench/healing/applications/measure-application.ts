import type { Page } from 'playwright-core';
import type { Application } from './application.ts';
import { explainRefusal } from './explain-refusal.ts';
import { judgeScene, learnScene, type SceneJudgement } from './judge-scene.ts';
import { walkMarkup } from './walk-markup.ts';

/** One action that was recorded on one markup, looked for on another. */
export interface ApplicationCase extends SceneJudgement {
  readonly application: string;
  readonly from: string;
  readonly to: string;
  readonly target: string;
  readonly outcome: 'kept' | 'gone';
  /** Whether one of the two markups is in another language. */
  readonly isTranslated: boolean;
  /** For a target that is there and was not found by likeness, why. */
  readonly refusal: string | undefined;
}

/** Records an application on each of its markups, and looks for the recorded targets on every other one. */
export async function measureApplication(
  page: Page,
  origin: string,
  application: Application,
): Promise<readonly ApplicationCase[]> {
  const markups = [...application.markups, ...application.translated];
  const walkAll = async (recordings: Parameters<typeof walkMarkup>[3]) => {
    const walks = [];
    for (const markup of markups) {
      const url = `${origin}/${application.name}/${markup}.html`;
      walks.push(await walkMarkup(page, url, application, recordings));
    }
    return walks;
  };
  const recordings = await walkAll([]);
  const walks = await walkAll(recordings);
  const cases: ApplicationCase[] = [];
  for (const [fromAt, from] of markups.entries()) {
    const fingerprints = recordings[fromAt]?.map(learnScene) ?? [];
    for (const [toAt, to] of markups.entries()) {
      if (from === to) continue;
      for (const [at, scene] of walks[toAt]?.entries() ?? []) {
        const fingerprint = fingerprints[at];
        const { role, key = '' } = application.actions[at] ?? {};
        if (fingerprint === undefined) continue;
        for (const view of [scene.there, ...scene.gone]) {
          const judgement = judgeScene(fingerprint, scene, view, fromAt);
          const isRefused = view === scene.there && judgement.likeness !== 'right';
          cases.push({
            ...judgement,
            application: application.name,
            from,
            to,
            target: `${role} ${key}`.trim(),
            outcome: view === scene.there ? 'kept' : 'gone',
            isTranslated: [from, to].some((markup) => application.translated.includes(markup)),
            refusal: isRefused ? explainRefusal(fingerprint, scene) : undefined,
          });
        }
      }
    }
  }
  return cases;
}
