import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from '../../server/boot/catalogues-plugin.ts';
import { PATIENCE_MS, TEST_MS } from '../support/patience.ts';

/** The tests that try mutants, which `main.ts` chooses. They run by one project: of several Stryker can't choose. */
export default defineConfig({
  plugins: [react(), catalogues(process.cwd())],
  test: {
    environment: 'node',
    include: process.env['BALCAO_MUTATE']?.split(' ') ?? [],
    globalSetup: process.env['BALCAO_MUTATE_DATABASE'] === undefined ? [] : ['tests/support/environment.ts'],
    setupFiles: process.env['BALCAO_PATHS'] === undefined ? ['tests/support/each-file.ts'] : [],
    execArgv: ['--max-semi-space-size=64'],
    expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
  },
});
