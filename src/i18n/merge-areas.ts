import type { ResolvedIntlConfig } from '@formatjs/intl';

/** Message id to text, or to the syntax tree made by the build. */
export type Messages = ResolvedIntlConfig['messages'];

/** Merges areas into one catalogue; the build refuses duplicate ids. */
export function mergeAreas(areas: Readonly<Record<string, object>>): Messages {
  return Object.assign({}, ...Object.values(areas));
}
