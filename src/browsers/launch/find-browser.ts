import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Where a browser may be; each member replaces what the machine says about itself. */
export interface FindBrowserOptions {
  /** Directories to look through, as in `PATH`. @default the process's */
  readonly searchPath?: string | undefined;
  /** Complete paths where installers put browsers. @default those of this operating system */
  readonly installed?: readonly string[] | undefined;
}

/** The executable of an installed Chrome or Chromium. */
export function findBrowser(options: FindBrowserOptions = {}): string | undefined {
  const searchPath = options.searchPath ?? process.env['PATH'] ?? '';
  const installed = options.installed ?? listInstalled();
  return [...listCommands(searchPath), ...installed].find((candidate) => existsSync(candidate));
}

/** As distributions and Google name them; on Windows and macOS browsers are not on the path. */
const commands = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome',
] as const;

function listCommands(searchPath: string): readonly string[] {
  if (process.platform === 'win32') return [];
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return commands.flatMap((command) => folders.map((folder) => path.join(folder, command)));
}

function listInstalled(): readonly string[] {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ];
  }
  if (process.platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
      .flatMap((variable) => process.env[variable] ?? [])
      .flatMap((folder) => [
        path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        path.join(folder, 'Chromium', 'Application', 'chrome.exe'),
      ]);
  }
  // A service's path is often shorter than a person's.
  return [
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ];
}
