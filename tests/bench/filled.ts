import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../server/db/database.ts';
import { startDatabase } from '../../server/db/embedded.ts';
import { deriveKeys } from '../../server/domain/auth/keys.ts';
import type { Actor, Services } from '../../server/domain/context.ts';
import { createLog } from '../../server/log.ts';
import { migrateDatabase } from '../../server/ready-database.ts';

/**
 * Runs `work` on a database filled by `statements`, as an administrator of its only company with these routes, and under
 * the server's role: what row-level security costs counts.
 */
export async function openFilled<T>(
  statements: readonly string[],
  routes: readonly string[],
  work: (services: Services, actor: Actor) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-'));
  // So that, run as root, PostgreSQL's own user gets in.
  await chmod(folder, 0o711);
  const log = createLog({ level: 'warn' });
  const cluster = await startDatabase({ dataDir: folder, log, durable: false });
  try {
    await migrateDatabase(cluster.ownerUrl, log);
    const { tenantId, userId } = await fill(cluster.ownerUrl, statements);
    const db = openDatabase({ url: cluster.url, log });
    try {
      const services = {
        db,
        log: db.log,
        now: () => new Date(),
        keys: deriveKeys('a secret of the bench'),
        isDemo: false,
      };
      return await work(services, actorOf(tenantId, userId, routes));
    } finally {
      await db.close();
    }
  } finally {
    await cluster.stop();
    await rm(cluster.folder, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long something takes, in milliseconds. */
export async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function fill(ownerUrl: string, statements: readonly string[]): Promise<{ tenantId: string; userId: string }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const statement of statements) await client.query(statement);
    const { rows } = await client.query<{ tenantId: string; userId: string }>(
      `select tenant_id as "tenantId", min(id) as "userId" from app_user group by 1`,
    );
    const [found] = rows;
    if (found === undefined) throw new Error('Nobody was stored');
    return found;
  } finally {
    await client.end();
  }
}

function actorOf(tenantId: string, userId: string, routes: readonly string[]): Actor {
  return {
    tenantId,
    tenantName: 'grande',
    userId,
    userName: 'Pessoa 1',
    email: 'pessoa1@grande.example',
    roleId: '1',
    roleName: 'administrador',
    isAdmin: true,
    isBackoffice: false,
    isSupport: false,
    owesSecondFactor: false,
    owesTerms: false,
    routes: new Set(routes),
    sessionId: '1',
    requestId: 'bench',
    address: undefined,
  };
}
