import { afterAll, afterEach } from 'vitest';
import { checkSessions, endSessions } from './replay-sessions.ts';
import { checkStatements } from './statements.ts';

// Here, which is run for each test file: a worker evaluates other modules only once, for the first file that needs them.
afterEach(checkSessions);
afterAll(endSessions);
afterAll(checkStatements);
