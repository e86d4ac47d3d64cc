import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ownerUrlFor } from './database.ts';

/** A copy of a database as it was. */
export type Backup = {
  /** Puts the copy in the database's place: what was written since is gone, whoever is connected is cut off. */
  restore: () => Promise<void>;
};

/** Copies a server's database as it is now; whoever is connected is cut off for a moment. */
export async function backUp(serverUrl: string): Promise<Backup> {
  const name = new URL(serverUrl).pathname.slice(1);
  const copy = `backup_${randomBytes(6).toString('hex')}`;
  await alone(serverUrl, name, async (client) => {
    await client.query(`create database ${copy} template ${name}`);
  });
  return {
    restore: () =>
      alone(serverUrl, name, async (client) => {
        await client.query(`drop database ${name} with (force)`);
        await client.query(`alter database ${copy} rename to ${name}`);
      }),
  };
}

/** Runs `work` while nobody is connected to the database, which can then be connected to. */
async function alone(serverUrl: string, name: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrlFor(serverUrl, 'postgres') });
  await client.connect();
  try {
    // Copies exclude each other, as those of the tests' templates.
    await client.query('select pg_advisory_lock(1)');
    await client.query(`alter database ${name} allow_connections false`);
    await client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [name]);
    await work(client);
    await client.query(`alter database ${name} allow_connections true`);
  } finally {
    await client.end();
  }
}
