import { configure } from '@testing-library/react';
import { PATIENCE_MS } from './patience.ts';

/** Long enough for code that loads late on a busy machine; what comes sooner isn't waited for. */
configure({ asyncUtilTimeout: PATIENCE_MS });
