import type { Plugin } from 'vite';
import { catalogueProblems, compileFile } from './catalogues.ts';

/**
 * Compiles the ICU messages at build time, so that no parser ships, and fails the build if a message is missing or
 * invalid.
 */
export function catalogues(root: string): Plugin {
  let building = false;
  return {
    name: 'balcao:catalogues',
    // Before Vite's JSON plugin, which then gets JSON again.
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      const problems = building ? catalogueProblems(root) : [];
      if (problems.length > 0) this.error(`The message catalogues are not complete:\n  ${problems.join('\n  ')}`);
    },
    transform: {
      filter: { id: /\/src\/i18n\/catalogues\/.+\.json$/ },
      handler: (source, id) => ({ code: JSON.stringify(compileFile(source, id)), map: null }),
    },
  };
}
