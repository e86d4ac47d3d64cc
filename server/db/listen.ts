import type pg from 'pg';

/**
 * Connects and listens to the channels. Refuses a read-only connection: it was made during a failover, and would get
 * nothing from the new server.
 */
export async function listen(client: pg.Client, ...channels: readonly string[]): Promise<void> {
  await client.connect();
  for (const channel of channels) await client.query(`listen ${channel}`);
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only')::bool as "isReadOnly"`,
  );
  if (rows[0]?.isReadOnly !== false) throw new Error('The connection to listen on is read-only');
}
