import { sql } from 'kysely';
import { withPlatform, withTenant } from '../../server/db/database.ts';
import type { Database, Tx } from '../../server/db/database.ts';
import { hashSecret, newSecret } from '../../server/domain/auth/refresh-token.ts';

/** How much is there before the load begins. */
export type Size = {
  companies: number;
  /** Of each company, the administrator first. */
  users: number;
  /** The first so many attendants have most of the customers: the rest came to the company later. */
  busy: number;
  customersOfBusy: number;
  customersOfOthers: number;
  messagesOfEach: number;
};

export type Person = { companyIndex: number; userId: string; sessionId: string; isAdmin: boolean };

export type Company = {
  tenantId: string;
  slug: string;
  phoneNumberId: string;
  instanceId: string;
  /** The administrator, then the attendants. */
  people: Person[];
  /** Who has an open ticket, and whose it is: an index of `people`. */
  customers: { number: string; owner: number }[];
};

/** Companies with people who are logged in and conversations under way, on a migrated database, which the owner opened. */
export async function seedCompanies(db: Database, size: Size): Promise<Company[]> {
  const companies: Company[] = [];
  for (let index = 0; index < size.companies; index += 1) companies.push(await seedCompany(db, index, size));
  await sql`analyze`.execute(db.kysely);
  return companies;
}

async function seedCompany(db: Database, index: number, size: Size): Promise<Company> {
  const slug = `empresa-${index + 1}`;
  const phoneNumberId = String(300_000_000_000_000 + index);
  const { id: tenantId } = await withPlatform(db, (tx) =>
    tx
      .insertInto('tenant')
      .values({ slug, name: `Empresa ${index + 1}` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return withTenant(db, tenantId, async (tx) => {
    const instance = await tx
      .insertInto('instance')
      .values({
        tenant_id: tenantId,
        name: 'Vendas',
        phone_number_id: phoneNumberId,
        claimed_number: phoneNumberId,
        access_token: 'token',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const people = await seedPeople(tx, { tenantId, instanceId: instance.id, index, size });
    const customers = await seedConversations(tx, { tenantId, instanceId: instance.id, index, size, people });
    return { tenantId, slug, phoneNumberId, instanceId: instance.id, people, customers };
  });
}

type Place = { tenantId: string; instanceId: string; index: number; size: Size };

async function seedPeople(tx: Tx, { tenantId, instanceId, index, size }: Place): Promise<Person[]> {
  const roles = await tx
    .insertInto('role')
    .values(['administrador', 'atendente'].map((name) => ({ tenant_id: tenantId, name, display_name: name })))
    .returning(['id', 'name'])
    .execute();
  await tx
    .insertInto('role_permission')
    .values(roles.map(({ id }) => ({ tenant_id: tenantId, role_id: id, route_name: 'chat' })))
    .execute();
  const idOf = (name: string) => roles.find((role) => role.name === name)?.id ?? '';
  // Nobody of them logs in with a password.
  const { rows } = await sql<{ userId: string; sessionId: string }>`
    with people as (
      insert into app_user (tenant_id, name, username, email, role_id, password_hash)
      select ${tenantId}::bigint, 'Pessoa ' || n, 'pessoa' || n, 'pessoa' || n || '@empresa' || ${index}::int || '.example',
        case when n = 0 then ${idOf('administrador')}::bigint else ${idOf('atendente')}::bigint end, ''
      from generate_series(0, ${size.users - 1}::int) n returning id),
    served as (
      insert into user_instance (tenant_id, user_id, instance_id)
      select ${tenantId}::bigint, id, ${instanceId}::bigint from people)
    insert into session (tenant_id, user_id, token_hash, expires_at)
    select ${tenantId}::bigint, id, sha256(id::text::bytea), now() + interval '1 day' from people order by id
    returning user_id as "userId", id as "sessionId"`.execute(tx);
  return rows
    .toSorted((one, other) => Number(one.userId) - Number(other.userId))
    .map((row, at) => ({ ...row, companyIndex: index, isAdmin: at === 0 }));
}

async function seedConversations(tx: Tx, place: Place & { people: Person[] }): Promise<Company['customers']> {
  const { tenantId, instanceId, index, size, people } = place;
  const customers = people.flatMap((_, owner) => {
    if (owner === 0) return [];
    const count = owner <= size.busy ? size.customersOfBusy : size.customersOfOthers;
    return Array.from({ length: count }, (_, at) => ({ number: numberOf(index, owner, at), owner }));
  });
  const given = JSON.stringify(customers.map(({ number, owner }) => ({ number, user_id: people[owner]?.userId })));
  await sql`
    with given as (
      select number, user_id, row_number() over () as n
      from jsonb_to_recordset(${given}::jsonb) as g(number text, user_id bigint)),
    customers as (
      insert into customer (tenant_id, name, phone_number)
      select ${tenantId}::bigint, 'Cliente ' || n, number from given returning id, phone_number)
    insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, user_id, last_received_at, last_message_at)
    select ${tenantId}::bigint, '20260101-' || n, customers.id, ${instanceId}::bigint, given.user_id, now(), now()
    from given join customers on customers.phone_number = given.number`.execute(tx);
  await sql`
    insert into message (tenant_id, ticket_id, customer_id, instance_id, type, whatsapp_message_id, user_id, sent_at,
      created_at, body, tag_type, ack)
    select t.tenant_id, t.id, t.customer_id, t.instance_id, n % 2, 'wamid.seed' || t.id || '.' || n,
      case when n % 2 = 0 then t.user_id end, now() - make_interval(mins => ${size.messagesOfEach}::int - n),
      now() - make_interval(mins => ${size.messagesOfEach}::int - n),
      'O pedido saiu ontem para a entrega, chega na sexta-feira.', 'text', case when n % 2 = 0 then 3 else 0 end
    from chat_ticket t cross join generate_series(1, ${size.messagesOfEach}::int) n
    where t.tenant_id = ${tenantId} order by n`.execute(tx);
  await sql`
    update chat_ticket t set last_message_id = (select max(m.id) from message m
      where m.tenant_id = t.tenant_id and m.ticket_id = t.id)
    where t.tenant_id = ${tenantId}`.execute(tx);
  // Otherwise the server tells it while it is measured.
  await sql`
    insert into conversation_past (tenant_id, told_ticket)
    select ${tenantId}::bigint, max(id) from chat_ticket where tenant_id = ${tenantId}`.execute(tx);
  return customers;
}

function numberOf(company: number, owner: number, at: number): string {
  return `55119${String(company).padStart(2, '0')}${String(owner).padStart(3, '0')}${String(at).padStart(3, '0')}`;
}

/** A ticket for a socket of each, as `createSocketTicket` makes one. */
export async function ticketsFor(
  db: Database,
  companies: readonly Company[],
  people: readonly Person[],
): Promise<string[]> {
  const secrets = people.map(() => newSecret());
  for (const [index, { tenantId }] of companies.entries()) {
    const rows = people.flatMap((person, at) =>
      person.companyIndex === index
        ? [
            {
              tenant_id: tenantId,
              token_hash: hashSecret(secrets[at] ?? ''),
              user_id: person.userId,
              session_id: person.sessionId,
              expires_at: new Date(Date.now() + 60_000),
            },
          ]
        : [],
    );
    if (rows.length > 0) await withTenant(db, tenantId, (tx) => tx.insertInto('socket_ticket').values(rows).execute());
  }
  return secrets;
}
