import { accessSync, constants, globSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'chrome'];
/** The same engine without windows: a page takes a quarter less of the processor. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const fixedPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export type BrowserKind = 'headless' | 'full';

/** A Chromium: CHROME_PATH, else one in the PATH, else playwright's. `headless`: one without windows before a full one. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env, kind: BrowserKind = 'full'): string | undefined {
  const chosen = env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') return isProgram(chosen) ? chosen : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const inPath = (wanted: readonly string[]) => wanted.flatMap((name) => folders.map((folder) => join(folder, name)));
  const headless = kind === 'full' ? [] : [...inPath(shellNames), ...fromPlaywright(env, shellFiles)];
  return [...headless, ...inPath(names), ...fixedPaths, ...fromPlaywright(env, fullFiles)].find(isProgram);
}

const fullFiles = ['chromium-*/chrome-linux*/chrome', 'chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium'];
const shellFiles = [
  'chromium_headless_shell-*/chrome-*/headless_shell',
  'chromium_headless_shell-*/chrome-headless-shell-*/chrome-headless-shell',
];

function fromPlaywright(env: NodeJS.ProcessEnv, files: readonly string[]): string[] {
  const caches = [
    env['PLAYWRIGHT_BROWSERS_PATH'],
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ];
  return caches
    .filter((cache): cache is string => cache !== undefined && cache !== '')
    .flatMap((cache) => globSync(files, { cwd: cache }).map((file) => join(cache, file)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
