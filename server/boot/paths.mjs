import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The Node that runs everything; the lock file has its version. */
export const node24 = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
