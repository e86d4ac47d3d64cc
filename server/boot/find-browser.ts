import { accessSync, constants, globSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'chrome'];
const fixedPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium for the tests: CHROME_PATH, else one in the PATH, else playwright's. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const chosen = env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') return isProgram(chosen) ? chosen : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...fixedPaths, ...fromPlaywright(env)].find(isProgram);
}

function fromPlaywright(env: NodeJS.ProcessEnv): string[] {
  const caches = [
    env['PLAYWRIGHT_BROWSERS_PATH'],
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ];
  return caches
    .filter((cache): cache is string => cache !== undefined && cache !== '')
    .flatMap((cache) =>
      globSync(
        [
          'chromium-*/chrome-linux*/chrome',
          'chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium',
          'chromium_headless_shell-*/chrome-*/headless_shell',
          'chromium_headless_shell-*/chrome-headless-shell-*/chrome-headless-shell',
        ],
        { cwd: cache },
      ).map((file) => join(cache, file)),
    );
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
