import { defineConfig } from 'vitest/config';

/** `npm run try-production` alone runs these: each step needs the one before, so the first failure ends it. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['operator.steps.ts'],
    bail: 1,
    // An upgrade installs and builds, on a machine that may be busy.
    testTimeout: 1_800_000,
    reporters: ['verbose'],
    hookTimeout: 60_000,
    sequence: { concurrent: false },
  },
});
