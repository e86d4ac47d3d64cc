import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogues } from '../../boot/catalogues-plugin.ts';

const root = join(import.meta.dirname, '../../..');

/** The emulator's page: a separate build, so that none of it is in the product's. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/emulator/page/',
  plugins: [react(), catalogues(root), optimizeLocales.vite({ locales: ['pt-BR', 'en-US'] })],
  json: { namedExports: false },
  build: {
    target: 'es2022',
    outDir: join(root, 'dist/emulator'),
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
