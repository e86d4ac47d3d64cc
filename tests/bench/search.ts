import { sql } from 'kysely';
import { withTenant } from '../../server/db/database.ts';
import type { Database } from '../../server/db/database.ts';
import type { Actor, Services } from '../../server/domain/context.ts';
import { listMessages } from '../../server/domain/messages/list-messages.ts';
import type { SearchMessagesVariables } from '../../contract/graphql/search-messages.ts';
import { searchMessages } from '../../server/domain/messages/search-messages.ts';
import { openFilled, timeOf } from './filled.ts';
import type { BenchRow } from './row.ts';

const BUDGET_MS = 300;
const USERS = 200;
const TICKETS = 100_000;
/** Ten messages each: a million. */
const MESSAGES_OF_EACH = 10;
const MESSAGES = TICKETS * MESSAGES_OF_EACH;
const DAY_MS = 24 * 60 * 60_000;

/** Times searches over a company's million messages, and the jump to an old one. The slower of three runs counts. */
export async function benchSearch(): Promise<BenchRow[]> {
  return openFilled(COMPANY, ['chat'], async (services, admin) => {
    const attendant = { ...admin, isAdmin: false, roleName: 'atendente' };
    const oldest = (await searchMessages(services, admin, { search: 'agulha0' })).items.at(-1);
    if (oldest === undefined) throw new Error('The oldest message was not found');
    const conversation = { customer_id: oldest.customer.id, instance_id: oldest.instance.id };
    const around = { ...conversation, all_users: true, finished_tickets: true, around_id: oldest.id };
    const year = Date.now() - 365 * DAY_MS;
    const searches: [string, string, Omit<SearchMessagesVariables, 'search'>?][] = [
      ['a word of one message', 'agulha500000'],
      ['the beginning of many words', 'agul'],
      ['two letters', 'pe'],
      ['a word of a tenth of all', 'pedido'],
      ['a word of all, and the beginning of another', 'bom pe'],
      ['two words that never meet', 'pedido obrigado'],
      ['a word of many old messages only', 'antigo'],
      ['a frequent word and a rare one', 'bom agulha77'],
      ['what nobody wrote', 'xyzxyz'],
      ['a frequent word that the customers never say, of theirs only', 'pedido', { sender: 'customer' }],
      ['a word of all, on a day a year ago', 'bom pe', { from: year, to: year + DAY_MS }],
    ];
    const rows: BenchRow[] = [];
    for (const [who, actor] of [
      ['administrator', admin],
      ['attendant', attendant],
    ] as const) {
      for (const [what, search, more] of searches) {
        rows.push(await row(`${who}: ${what}`, () => searchMessages(services, actor, { search, ...more })));
      }
    }
    rows.push(
      await row('in one conversation', () => searchMessages(services, admin, { search: 'pedido', ...conversation })),
      await row('the page around the oldest', () => listMessages(services, admin, around)),
      await writing(services, admin),
    );
    return rows;
  });
}

async function row(what: string, run: () => Promise<unknown>): Promise<BenchRow> {
  const times = [await timeOf(run), await timeOf(run), await timeOf(run)];
  return { what, value: Math.max(...times), unit: 'ms', budget: BUDGET_MS, better: 'less' };
}

/** What a message of twenty words costs to store, with its words. */
async function writing({ db }: Services, { tenantId }: Actor): Promise<BenchRow> {
  const count = 500;
  const value = await timeOf(() => insertSome(db, tenantId, count));
  return { what: 'storing a message with its words', value: value / count, unit: 'ms', budget: 2, better: 'less' };
}

function insertSome(db: Database, tenantId: string, count: number): Promise<void> {
  return withTenant(db, tenantId, async (tx) => {
    for (let n = 0; n < count; n++) {
      await sql`insert into message (tenant_id, ticket_id, customer_id, instance_id, type, body)
        select tenant_id, id, customer_id, instance_id, 1, ${`Bom dia, o pedido ${n} de ontem ainda não chegou aqui em casa, podem ver onde ele está agora por favor?`}
        from chat_ticket where tenant_id = ${tenantId} order by id limit 1`.execute(tx);
    }
  });
}

/** One company: ten messages a ticket, nine words each, over more than a year. Words are stored by the trigger, as ever. */
export const COMPANY = [
  `insert into tenant (slug, name) values ('grande', 'Grande')`,
  `insert into role (tenant_id, name, display_name) select id, 'atendente', 'Atendente' from tenant`,
  `insert into instance (tenant_id, name) select id, 'Número ' || n from tenant, generate_series(1, 4) n`,
  `insert into app_user (tenant_id, name, username, email, role_id, password_hash)
    select tenant_id, 'Pessoa ' || n, 'pessoa' || n, 'pessoa' || n || '@grande.example', id, ''
    from role, generate_series(1, ${USERS}) n`,
  `insert into user_instance (tenant_id, user_id, instance_id)
    select u.tenant_id, u.id, i.id from app_user u cross join instance i`,
  `insert into customer (tenant_id, name, phone_number)
    select id, 'Cliente ' || n, (5511900000000 + n)::text from tenant, generate_series(1, ${TICKETS}) n`,
  `insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, user_id, started_at, finished_at)
    select tenant.id, 'P' || n, (select min(id) from customer) + n, (select min(id) from instance) + n % 4,
      (select min(id) from app_user) + (n * 7919) % ${USERS}, now(), case when n % 100 > 0 then now() end
    from tenant, generate_series(0, ${TICKETS - 1}) n`,
  `insert into message (tenant_id, ticket_id, customer_id, instance_id, type, created_at, sent_at, body)
    select tenant_id, id, customer_id, instance_id, m % 2, at, at, 'Bom dia, agulha' || place || case
      when m = 0 then ' sobre o pedido ' || id || ' que fiz na loja' when m = 1 then ' obrigado pela espera, até logo'
      else ' tudo certo com palavra' || place % 50000 || ' e outra' || place % 997 end
      || case when place < ${MESSAGES / 10} then ' antigo' else '' end
    from chat_ticket cross join generate_series(0, ${MESSAGES_OF_EACH - 1}) m,
      lateral (select (id - (select min(id) from chat_ticket)) * ${MESSAGES_OF_EACH} + m as place) p,
      lateral (select now() - interval '400 days' * (1 - place::float / ${MESSAGES}) as at) t
    order by id, m`,
  'vacuum analyze',
];
