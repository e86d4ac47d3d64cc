import { defineConfig } from 'vitest/config';

/** `npm run try-production` alone runs these: each step needs the one before, so the first failure ends it. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['operator.steps.ts'],
    bail: 1,
    testTimeout: 300_000,
    hookTimeout: 60_000,
    sequence: { concurrent: false },
  },
});
