import pg from 'pg';
import type { Database } from '../../db/database.ts';

/** The channel on which the database tells that who may see what has changed in a tenant; payload: its id. */
const CHANNEL = 'balcao_people';
const RECONNECT_MS = 1_000;

/**
 * Listens to changes of users, roles and sessions, from whichever node. `onChange` gets the tenant,
 * or undefined when something may have been missed. Answers how to stop.
 */
export function listenToPeople(db: Database, onChange: (tenantId: string | undefined) => void): () => Promise<void> {
  let client: pg.Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let hasStopped = false;

  const lost = (ended: pg.Client): void => {
    if (client !== ended || hasStopped) return;
    client = undefined;
    ended.end().catch(() => undefined);
    reconnect = setTimeout(() => void connect(), RECONNECT_MS);
  };
  const connect = async (): Promise<void> => {
    const opened = new pg.Client({
      connectionString: db.url,
      application_name: 'balcao people',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client = opened;
    opened.on('error', () => lost(opened));
    opened.on('end', () => lost(opened));
    opened.on('notification', ({ payload }) => onChange(payload));
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      if (client === opened) onChange(undefined);
    } catch (error) {
      db.log.debug({ err: error }, 'changes of people can not be listened to; trying again');
      lost(opened);
    }
  };
  void connect();

  return async () => {
    hasStopped = true;
    clearTimeout(reconnect);
    await client?.end().catch(() => undefined);
  };
}
