import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { closest } from 'fastest-levenshtein';
import { SCREENS } from '../../contract/facts/access.ts';
import { STEPS_RECORDED, modelNames } from './paths-chosen.ts';
import { PICTURES_MODE } from './pictures-mode.ts';

/** What vitest is started with. */
export interface PathsCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether it needs the built page and a browser. */
  readonly inBrowser: boolean;
}

const BROWSER = 'tests/browser/journeys.browser.test.ts';
/** Each screen's picture. */
const PICTURES_FOLDER = 'tests/pictures';
/** Between two things that somebody does, to be followed by the eye. */
const SLOW_MS = '500';
/** Milliseconds for one path, however slowly. */
const PATIENCE = '1800000';

/**
 * Reads `npm run paths -- [names] [--path "…"] [--chromium] [--headed] [--slow]` or `-- --pictures [screens] [--accept]`; vitest's options may
 * follow. Answers what is wrong with it instead.
 */
export function readCommand(args: readonly string[], known: readonly string[] = modelNames()): PathsCommand | string {
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      path: { type: 'string' },
      chromium: { type: 'boolean' },
      headed: { type: 'boolean' },
      slow: { type: 'boolean' },
      pictures: { type: 'boolean' },
      accept: { type: 'boolean' },
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const names: string[] = [];
  const rest: string[] = [];
  const browser: Record<string, string> = {};
  let path: string | null = null;
  const asked = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(token.value);
    else if (token.kind === 'option' && token.name === 'path') path = token.value ?? '';
    else if (token.kind === 'option' && token.name === 'chromium') asked.add(token.name);
    else if (token.kind === 'option' && token.name === 'headed') browser['BALCAO_HEADED'] = '1';
    else if (token.kind === 'option' && token.name === 'slow') browser['BALCAO_SLOW_MS'] = SLOW_MS;
    else if (token.kind === 'option' && (token.name === 'pictures' || token.name === 'accept')) asked.add(token.name);
    else if (token.kind === 'option') rest.push(args[token.index] ?? '');
  }
  if (asked.has('pictures')) {
    const screens = SCREENS.map(({ name }) => name);
    const wrong = names.find((name) => !screens.some((screen) => screen === name));
    if (wrong !== undefined) return `No screen is named "${wrong}". Did you mean "${closest(wrong, screens)}"?`;
    return {
      args: ['run', PICTURES_FOLDER, ...(names.length === 0 ? [] : ['-t', `^(?:${names.join('|')})$`]), ...rest],
      env: { [PICTURES_MODE]: asked.has('accept') ? 'accept' : 'compare' },
      inBrowser: true,
    };
  }
  if (asked.has('accept')) return '--accept takes pictures: npm run paths -- --pictures --accept.';
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return `No model is named "${unknown}". Did you mean "${closest(unknown, [...known])}"? There are: ${[...new Set(known)].toSorted().join(', ')}.`;
  }
  if (path !== null && (path === '' || names.length !== 1)) {
    return '--path takes the path of one model: npm run paths -- <model> --path "…", as the report shows it.';
  }
  const inBrowser = asked.has('chromium') || Object.keys(browser).length > 0;
  const files = names.length === 0 ? 'tests/paths' : '.paths.test.ts';
  return {
    args: ['run', ...(inBrowser ? [BROWSER, `--testTimeout=${PATIENCE}`] : [files]), ...rest],
    inBrowser,
    env: {
      ...(inBrowser && { [STEPS_RECORDED]: '1' }),
      ...browser,
      ...(names.length === 0 ? {} : { BALCAO_PATHS: names.join(' ') }),
      ...(path === null ? {} : { BALCAO_PATH: path }),
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = readCommand(process.argv.slice(2));
  if (typeof read === 'string') {
    console.error(read);
    process.exitCode = 1;
  } else {
    console.log(JSON.stringify(read));
  }
}
