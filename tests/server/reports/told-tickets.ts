import type { Person, World } from '../../support/attendance.ts';

/** Who said something and when, as `<`: the customer, or the user's name. */
type Said = readonly [at: string, by: Person | '<'];

/** Stores tickets as they were, told by their messages; answers their ids. */
export function ticketTeller(world: World) {
  let phones = 0;
  return async function tell(options: {
    said: readonly Said[];
    owner?: Person;
    finishedAt?: string;
    takenAt?: string;
    number?: 'vendas' | 'suporte' | 'brisa';
  }): Promise<string> {
    const { said, owner, number = 'vendas' } = options;
    const instance = world.instances[number];
    const name = `Cliente ${(phones += 1)}`;
    const [ticket] = await world.rows<{ id: string; tenant_id: string; customer_id: string }>(
      `with place as (select tenant_id from instance where id = $1),
        known as (insert into customer (tenant_id, name, phone_number) select tenant_id, $2, $3 from place returning id)
      insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, user_id, started_at, taken_at, finished_at, is_not_responded)
      select tenant_id, $2, known.id, $1, $4, $5, $6, $7, $8 from place, known returning id, tenant_id, customer_id`,
      [
        instance,
        name,
        `5511${String(700_000_000 + phones)}`,
        owner?.id ?? null,
        said[0]?.[0],
        options.takenAt ?? null,
        options.finishedAt ?? null,
        said.at(-1)?.[1] === '<',
      ],
    );
    if (ticket === undefined) throw new Error('No ticket');
    for (const [at, by] of said) {
      const user = by === '<' ? null : by.id;
      await world.rows(
        `insert into message (tenant_id, ticket_id, customer_id, instance_id, type, user_id, attendant_id, sent_at, created_at, body)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $8, 'oi')`,
        [
          ticket.tenant_id,
          ticket.id,
          ticket.customer_id,
          instance,
          user === null ? 1 : 0,
          user,
          user ?? owner?.id ?? null,
          at,
        ],
      );
    }
    await world.rows('select recount_reports($1)', [ticket.tenant_id]);
    return ticket.id;
  };
}
