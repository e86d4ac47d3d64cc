import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { LEFT_CHANNEL } from '../../domain/presence.ts';

/** The channel on which the database tells that who may see what has changed in a tenant; payload: its id. */
const CHANNEL = 'balcao_people';
const RECONNECT_MS = 1_000;

export type PeopleListener = {
  /** Users, roles or sessions of the tenant changed; undefined: something may have been missed. */
  onChange: (tenantId: string | undefined) => void;
  /** A user counts as gone, by the word of some node. */
  onLeft: (tenantId: string, userId: string) => void;
};

/** Listens to what happens to users, from whichever node. Answers how to stop. */
export function listenToPeople(db: Database, { onChange, onLeft }: PeopleListener): () => Promise<void> {
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
    opened.on('notification', ({ channel, payload }) => {
      if (channel === CHANNEL) return onChange(payload);
      const [tenantId = '', userId = ''] = (payload ?? '').split(':');
      return onLeft(tenantId, userId);
    });
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}; listen ${LEFT_CHANNEL}`);
      if (client === opened) onChange(undefined);
    } catch (error) {
      db.log.debug({ err: error }, 'changes of people can not be listened to; trying again');
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
