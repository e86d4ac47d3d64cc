import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { KEEP_ALIVE } from '../../db/keep-alive.ts';
import { listen } from '../../db/listen.ts';
import { VIEWING_CHANNEL } from '../../domain/viewing.ts';
import { LEFT_CHANNEL } from '../../domain/presence.ts';

/** Channel on which the database announces changes of a tenant's rights; payload: its id. */
const CHANNEL = 'balcao_people';
const RECONNECT_MS = 1_000;

export type PeopleListener = {
  /** The tenant's users, roles or sessions changed; undefined: notifications may have been missed. */
  onChange: (tenantId: string | undefined) => void;
  /** Some node reports a user as disconnected. */
  onLeft: (tenantId: string, userId: string) => void;
  /** Some node announces what one of its users has open. */
  onViewing: (payload: string) => void;
};

/** Listens for changes of users on all nodes. Returns a function that stops it. */
export function listenToPeople(db: Database, { onChange, onLeft, onViewing }: PeopleListener): () => Promise<void> {
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
      ...KEEP_ALIVE,
    });
    client = opened;
    opened.on('error', () => lost(opened));
    opened.on('end', () => lost(opened));
    opened.on('notification', ({ channel, payload }) => {
      if (channel === CHANNEL) return onChange(payload);
      if (channel === VIEWING_CHANNEL) return onViewing(payload ?? '');
      const [tenantId = '', userId = ''] = (payload ?? '').split(':');
      return onLeft(tenantId, userId);
    });
    try {
      await listen(opened, CHANNEL, LEFT_CHANNEL, VIEWING_CHANNEL);
      if (client === opened) onChange(undefined);
    } catch (error) {
      db.log.debug({ err: error }, "can't listen to changes of users; retrying");
      lost(opened);
    }
  };
  void connect();
  const unwatch = db.failover.onReplace(() => {
    if (client !== undefined) lost(client);
  });

  return async () => {
    hasStopped = true;
    unwatch();
    clearTimeout(reconnect);
    await client?.end().catch(() => undefined);
  };
}
