import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const models = fileURLToPath(new URL('../../models/', import.meta.url));

/** The names that `npm run paths -- <names>` gave; null for all. */
export const chosenNames: readonly string[] | null = process.env['BALCAO_PATHS']?.split(' ') ?? null;

/** The one path that `--path` gave: what the report shows as its command. */
export const chosenPath: string | null = process.env['BALCAO_PATH'] ?? null;

/** The variable by which a run in Chromium records each step, not only those that fail. */
export const STEPS_RECORDED = 'BALCAO_STEPS';

/** A machine and a journey may have one name; then both are chosen. */
export function isChosen({ name }: { readonly name: string }): boolean {
  return chosenNames === null || chosenNames.includes(name);
}

/** Whether no other kind of model has the name, so that a path has to be this one's. */
export function isOnlyOne(name: string): boolean {
  return modelNames().filter((each) => each === name).length === 1;
}

/** What can be chosen, by the files that are there. */
export function modelNames(): readonly string[] {
  return ['', 'journeys/', 'server/'].flatMap(namesIn);
}

export function journeyNames(): readonly string[] {
  return namesIn('journeys/');
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(`${models}${folder}`).flatMap((file) => /^(.+)\.model\.ts$/.exec(file)?.[1] ?? []);
}
