import type pg from 'pg';

/** Adds many messages to a ticket, past triggers and checks. */
export async function addMany(owner: pg.Pool, ticketId: string, count: number): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(
      `insert into message (tenant_id, ticket_id, customer_id, instance_id, type, body)
       select tenant_id, id, customer_id, instance_id, 1, 'Oi' from chat_ticket, generate_series(1, $2::integer)
       where id = $1`,
      [ticketId, count],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
