import type { ResolvedIntlConfig } from '@formatjs/intl';

/** Message id to text, or to the syntax tree that the build has made of it. */
export type Messages = ResolvedIntlConfig['messages'];

/** One catalogue out of its areas; the build refuses an id that two areas claim. */
export function mergeAreas(areas: Readonly<Record<string, object>>): Messages {
  return Object.assign({}, ...Object.values(areas));
}
