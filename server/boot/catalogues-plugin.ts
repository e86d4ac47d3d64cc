import type { Plugin } from 'vite';
import { catalogueProblems, compileFile } from './catalogues.ts';

/**
 * Compiles the ICU messages when the bundle is made, so that no parser ships,
 * and fails the build when a message is missing or wrong.
 */
export function catalogues(root: string): Plugin {
  let building = false;
  return {
    name: 'balcao:catalogues',
    // Before Vite's own JSON plugin, which then sees JSON again.
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
