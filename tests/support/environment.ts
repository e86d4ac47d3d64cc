import { startTestCluster } from './database.ts';

/** One PostgreSQL for the whole run; each test file makes its own database in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  return () => cluster.stop();
}
