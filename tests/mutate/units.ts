import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closest } from 'fastest-levenshtein';
import { modelNames } from '../support/paths-chosen.ts';

/** What is mutated together, and the tests that try it, one after the other: a later round tries what survived. */
export interface Unit {
  /** A folder without those in it, or a file. */
  readonly place: string;
  readonly rounds: readonly Round[];
}

export interface Round {
  readonly by: 'paths' | 'own' | 'tests';
  readonly files: readonly string[];
  /** Whose paths. */
  readonly models: readonly string[];
  readonly needsDatabase: boolean;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const ROOTS = ['src/machines', 'src/adapters', 'flows', 'server/domain'];

/** Between them their paths go through all that the machines share. */
const MODELS_OF_SHARED = ['auth', 'socket', 'ticket', 'transfer', 'message-send', 'unseen', 'listing', 'editing'];

/** The tests of folders of the domain that have none of their name; without one, those of the whole server. */
const TESTS_OF_DOMAIN: Readonly<Record<string, readonly string[]>> = {
  access: ['users'],
  audience: ['realtime', 'messages'],
  'customer-groups': ['audiences'],
  delivery: ['messages'],
  maintenance: ['support'],
  outbound: ['messages'],
  outcomes: ['tickets'],
  protocol: ['support'],
  'quick-replies': ['customers'],
  roles: ['users'],
  'saved-views': ['tickets', 'customers'],
  scheduled: ['messages'],
  settings: ['support'],
  terms: ['support'],
  unseen: ['messages', 'tickets'],
  videos: ['support'],
  views: ['tickets', 'messages'],
};

/** The units of folders and files; of all there are if none is given. Answers what is wrong with them instead. */
export function unitsOf(asked: readonly string[]): readonly Unit[] | string {
  const places = asked.map((place) => place.replace(/^\.\/|\/+$/gu, ''));
  const known = ROOTS.flatMap(foldersIn);
  const unknown = places.find(
    (place) => !ROOTS.some((folder) => isIn(folder, place)) || !existsSync(join(root, place)),
  );
  if (unknown !== undefined) {
    return `"${unknown}" has no code that is mutated. Did you mean "${closest(unknown, known)}"? All is in ${ROOTS.join(', ')}.`;
  }
  const chosen = (places.length === 0 ? ROOTS : places).flatMap((place) =>
    statSync(join(root, place)).isDirectory() ? foldersIn(place) : [place],
  );
  return chosen.map((place) => ({ place, rounds: roundsOf(place) }));
}

/** A folder and those in it, as far as they have code themselves. */
function foldersIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const inner = entries.flatMap((entry) => (entry.isDirectory() ? foldersIn(`${folder}/${entry.name}`) : []));
  return entries.some((entry) => entry.isFile() && entry.name.endsWith('.ts')) ? [folder, ...inner] : inner;
}

function isIn(folder: string, place: string): boolean {
  return place === folder || place.startsWith(`${folder}/`);
}

function roundsOf(place: string): readonly Round[] {
  const [, , name = ''] = place.split('/');
  if (isIn('src/machines', place)) {
    const paths = ['tests/paths/machines.paths.test.ts'];
    const models = modelNames().includes(name) ? [name] : MODELS_OF_SHARED;
    return [
      { by: 'paths', files: paths, models, needsDatabase: false },
      { by: 'tests', files: ['tests/machines/**/*.test.ts'], models: [], needsDatabase: false },
    ];
  }
  if (isIn('flows', place)) return [testsIn(['tests/flows'], false)];
  if (isIn('src/adapters', place)) {
    const all = testsIn(['tests/adapters'], true);
    const files = testsNamedAs(place);
    return files.length === 0 ? [all] : [{ ...all, by: 'own', files }, all];
  }
  const folders = TESTS_OF_DOMAIN[name] ?? (existsSync(join(root, 'tests/server', name)) ? [name] : ['']);
  return [
    testsIn(
      folders.map((folder) => join('tests/server', folder)),
      true,
    ),
  ];
}

/** The adapters' tests of a file's or a folder's name, and of those of its files. */
function testsNamedAs(place: string): readonly string[] {
  const inside = place.endsWith('.ts') ? [] : readdirSync(join(root, place));
  const names = new Set([place, ...inside].map((each) => basename(each, '.ts')));
  return [...names].map((name) => `tests/adapters/${name}.test.ts`).filter((file) => existsSync(join(root, file)));
}

function testsIn(folders: readonly string[], needsDatabase: boolean): Round {
  return { by: 'tests', files: folders.map((folder) => `${folder}/**/*.test.ts`), models: [], needsDatabase };
}
