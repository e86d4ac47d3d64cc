import { join } from 'node:path';
import { catalogueProblems, refusalProblems } from './catalogues.ts';

const root = join(import.meta.dirname, '..', '..');
const incomplete = catalogueProblems(root);
// Without readable catalogues every id would count as unknown.
const problems = incomplete.length > 0 ? incomplete : refusalProblems(root);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
