import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { checkNothingLeft, watchBegun } from './left-behind.ts';
import { PATIENCE_MS } from './patience.ts';

/** Long enough for code that loads late on a busy machine; what comes sooner isn't waited for. */
configure({ asyncUtilTimeout: PATIENCE_MS });

watchBegun();
afterEach(() => {
  cleanup();
  checkNothingLeft();
});
