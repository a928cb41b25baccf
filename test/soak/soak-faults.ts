import { readFileSync } from 'node:fs';
import path from 'node:path';
import { kill } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteMood, SoakSite } from './soak-site.ts';
import type { SoakedServer } from './soaked-server.ts';

/** What the model's server does with every call. */
export type ModelMood = 'well' | 'silent' | 'broken' | 'garbage' | 'dying';

/** What a fault can reach. */
export interface FaultContext {
  readonly server: SoakedServer;
  readonly site: SoakSite;
  readonly folder: string;
  readonly random: () => number;
  readonly setModel: (mood: ModelMood) => void;
  readonly setReceiver: (mood: 'well' | 'silent' | 'broken') => void;
  /** Makes so many calls at once; with `leaves` their clients go away at some moment. */
  readonly burst: (calls: number, leaves: boolean) => Promise<void>;
}

/** Something that goes wrong for a while; resolves when it is over. */
export interface SoakFault {
  readonly name: string;
  cause(context: FaultContext): Promise<void>;
}

/** Milliseconds that a disturbance lasts. */
const shortMs = 1_500;
const longMs = 6_000;

export const soakFaults: readonly SoakFault[] = [
  {
    name: 'browser killed',
    async cause({ server }) {
      for (const id of server.listBrowserProcesses()) killNow(id);
    },
  },
  {
    name: 'renderer killed',
    async cause({ server }) {
      const renderer = server.listBrowserProcesses().find(isRenderer);
      if (renderer !== undefined) killNow(renderer);
    },
  },
  ...(['silent', 'broken', 'garbage'] satisfies SiteMood[]).map((mood) => ({
    name: `site ${mood}`,
    async cause({ site }: FaultContext) {
      site.mood = mood;
      await sleep(longMs);
      site.mood = 'well';
    },
  })),
  ...(['silent', 'broken', 'garbage', 'dying'] satisfies ModelMood[]).map((mood) => ({
    name: `model ${mood}`,
    async cause({ setModel }: FaultContext) {
      setModel(mood);
      await sleep(longMs);
      setModel('well');
    },
  })),
  ...(['silent', 'broken'] as const).map((mood) => ({
    name: `receiver of webhooks ${mood}`,
    async cause({ setReceiver }: FaultContext) {
      setReceiver(mood);
      await sleep(longMs);
      setReceiver('well');
    },
  })),
  { name: 'clients leave', cause: ({ burst }) => burst(20, true) },
  { name: 'burst of calls', cause: ({ burst }) => burst(40, false) },
  {
    name: 'store locked',
    async cause({ folder }) {
      const database = new DatabaseSync(path.join(folder, 'gleaner.db'), { timeout: 10_000 });
      database.exec('BEGIN EXCLUSIVE');
      await sleep(shortMs);
      database.exec('ROLLBACK');
      database.close();
    },
  },
  {
    name: 'process paused',
    async cause({ server }) {
      kill(server.pid, 'SIGSTOP');
      await sleep(shortMs);
      kill(server.pid, 'SIGCONT');
    },
  },
];

function isRenderer(id: number): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer');
  } catch {
    // It has ended since it was listed.
    return false;
  }
}

function killNow(id: number): void {
  try {
    kill(id, 'SIGKILL');
  } catch {
    // It has ended with the one before.
  }
}
