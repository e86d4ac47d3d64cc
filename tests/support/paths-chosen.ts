import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const models = fileURLToPath(new URL('../../models/', import.meta.url));

/** The name that `npm run paths -- <name>` gave; null for all. */
export const chosenName: string | null = process.env['BALCAO_PATHS'] || null;

/** A machine and a journey may have one name; then both are chosen. */
export function isChosen({ name }: { readonly name: string }): boolean {
  return chosenName === null || name === chosenName;
}

/** What can be chosen, by the files that are there. */
export function modelNames(): readonly string[] {
  return ['', 'journeys/', 'server/'].flatMap((folder) =>
    readdirSync(`${models}${folder}`).flatMap((file) => /^(.+)\.model\.ts$/.exec(file)?.[1] ?? []),
  );
}
