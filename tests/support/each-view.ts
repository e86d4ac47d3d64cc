import { configure } from '@testing-library/react';

/** Long enough for code that loads late on a busy machine; what comes sooner isn't waited for. */
configure({ asyncUtilTimeout: 10_000 });
