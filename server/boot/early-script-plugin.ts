import type { Plugin } from 'vite';

/** Gives the page a script of its own, ahead of the others, for an entry of the bundle: it runs while those are compiled. */
export function earlyScript(entry: string): Plugin {
  return {
    name: 'balcao:early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const chunk = Object.values(bundle ?? {}).find(
          (each) => each.type === 'chunk' && each.isEntry && each.name === entry,
        );
        if (chunk === undefined) throw new Error(`The bundle has no entry ${entry}`);
        const attrs = { type: 'module', crossorigin: true, src: `/${chunk.fileName}` };
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
