import type { AudienceNode } from '../../contract/entities/audience-tree.ts';
import type { PaginatedCustomersVariables } from '../../contract/graphql/paginated-customers.ts';
import { audienceCount, audienceSample } from '../../server/domain/audiences/count-audience.ts';
import type { Actor, Services } from '../../server/domain/context.ts';
import { listCustomers } from '../../server/domain/customers/list-customers.ts';
import { openFilled, timeOf } from './filled.ts';
import type { BenchRow } from './row.ts';

const CUSTOMERS = Number(process.env['BALCAO_BENCH_CUSTOMERS'] ?? 1_000_000);
const SEARCH_MS = 100;
const CONDITION_MS = 100;
const REACHED_MS = 300;
const CONDITIONS_MS = 1_000;

const ROUTES = ['customers', 'target-audience'];
/** Given to the first of each, in the order in which they are stored. */
const TAG = '1';
const CITY = '1';
const POINTS = '2';

/** What finds customers among a company's million: their list, and audiences. The slower of three runs counts. */
export function benchCustomers(): Promise<BenchRow[]> {
  return openFilled(COMPANY, ROUTES, async (services, actor) => [
    ...(await lists(services, actor)),
    ...(await audiences(services, actor)),
  ]);
}

async function lists(services: Services, actor: Actor): Promise<BenchRow[]> {
  const list = (query: PaginatedCustomersVariables) => listCustomers(services, actor, query);
  const middle = await list({ pagination_page: Math.floor(CUSTOMERS / 20) });
  if (middle.items.length === 0) throw new Error('The list has no middle');
  const asked: [string, PaginatedCustomersVariables][] = [
    ['a word of few', { search: `ramo${CUSTOMERS / 2}` }],
    ['a word of a fortieth', { search: 'helena' }],
    ['a word, and the beginning of another', { search: 'helena sou' }],
    ['what nobody is called', { search: 'xyzxyz' }],
    ['a whole number', { search: `+55 11 9${70_000_000 + CUSTOMERS / 2}` }],
    ['its last four digits', { search: String(70_000_000 + CUSTOMERS / 2).slice(-4) }],
    ['the page after a row in the middle', { after: middle.end }],
    ['the same of those with a tag', { after: middle.end, tag_id: TAG }],
    ['the newest first', { sort_name: 'created_at', sort_type: 'DESC' }],
  ];
  const rows: BenchRow[] = [];
  for (const [what, query] of asked) rows.push(await slowest(`list: ${what}`, SEARCH_MS, () => list(query)));
  return rows;
}

async function audiences(services: Services, actor: Actor): Promise<BenchRow[]> {
  const isTagged: AudienceNode = { field: 'tag', op: 'in', value: [TAG] };
  const isAllowed: AudienceNode = { not: [{ field: 'consent', op: 'whatsapp', value: 'revoked' }] };
  const four: AudienceNode = {
    all: [
      isTagged,
      { field: 'area_code', op: 'in', value: ['11', '21'] },
      { field: 'created', op: 'within', value: 365 },
      isAllowed,
    ],
  };
  const counted: [string, number, AudienceNode][] = [
    ['a city', CONDITION_MS, { all: [{ field: 'value', field_id: CITY, op: 'in', value: ['Recife'] }] }],
    ['a tag', CONDITION_MS, { all: [isTagged] }],
    ['a range of numbers', CONDITION_MS, { all: [points('above', 200), points('below', 220)] }],
    ['all who can be reached', REACHED_MS, { all: [{ field: 'blocked', op: 'is', value: false }, isAllowed] }],
    ['four conditions', CONDITIONS_MS, four],
  ];
  const rows: BenchRow[] = [];
  for (const [what, budget, tree] of counted) {
    const count = () => audienceCount(services, actor, JSON.stringify(tree));
    if ((await count()).total === 0) throw new Error(`Nobody was found by ${what}`);
    rows.push(await slowest(`audience, ${what}: counted`, budget, count));
  }
  const sample = () => audienceSample(services, actor, { tree: JSON.stringify(four), place: 0.5 });
  return [...rows, await slowest('audience, four conditions: a sample', CONDITIONS_MS, sample)];
}

const points = (op: 'above' | 'below', than: number): AudienceNode => ({
  field: 'value',
  field_id: POINTS,
  op,
  value: [String(than)],
});

/** Of three runs, after one that doesn't count. */
async function slowest(what: string, budget: number, run: () => Promise<unknown>): Promise<BenchRow> {
  await run();
  const times = [await timeOf(run), await timeOf(run), await timeOf(run)];
  return { what: `${CUSTOMERS} customers: ${what}`, value: Math.max(...times), unit: 'ms', budget, better: 'less' };
}

/** SQL: one of some words for customer `n`; by another seed another one. */
const spread = (seed: number, words: readonly string[]) =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + (hashint8extended(n, ${seed}) & 65535) % ${words.length}]`;
const FIRST = 'Ana,Bruno,Carla,Daniel,Elisa,Fábio,Gabriela,Helena,Igor,Joana,Kátia,Luís,Marta,Nelson,Olga,Paulo,Rita';
const MORE = 'Sérgio,Tânia,Ugo,Vera,Wagner,Xênia,Yara,Zélia,Antônio,Beatriz,Caio,Débora,Emílio,Flávia,Gil,Hugo,Inês';
const LAST = 'Souza,Silva,Santos,Oliveira,Pereira,Lima,Carvalho,Almeida,Ribeiro,Gomes,Martins,Araújo,Barbosa,Rocha';
const firstNames = `${FIRST},${MORE},Jair,Lia,Mauro,Nina,Otto,Pedro`.split(',');
const cities = 'Recife,Natal,Olinda,Santos,Campinas,Manaus,Curitiba,Londrina,Goiânia,Vitória,Belém,Palmas'.split(',');
const codes = '11,21,31,41,51,61,71,81,85,92,11,21,19,27,48,62,65,67,91,98'.split(',');

/** One company: a name of three words, two own fields, a tag of a fifth, attendances of a tenth. */
const COMPANY = [
  `insert into tenant (slug, name) values ('grande', 'Grande')`,
  `insert into role (tenant_id, name, display_name) select id, 'administrador', 'Administrador' from tenant`,
  `insert into instance (tenant_id, name) select id, 'Número ' || n from tenant, generate_series(1, 4) n`,
  `insert into app_user (tenant_id, name, username, email, role_id, password_hash)
    select tenant_id, 'Pessoa 1', 'pessoa1', 'pessoa1@grande.example', id, '' from role`,
  `insert into tag (tenant_id, name, color) select id, 'Clube', 'blue' from tenant`,
  `insert into customer_field (tenant_id, name, type, position)
    select id, 'Cidade', 'text', 0 from tenant union all select id, 'Pontos', 'number', 1 from tenant`,
  `insert into customer (tenant_id, name, phone_number, whatsapp_consent, is_blacklisted, created_at)
    select id, ${spread(1, firstNames)} || ' ' || ${spread(2, LAST.split(','))} || ' Ramo' || n,
      '55' || ${spread(3, codes)} || '9' || (70000000 + n),
      case when n % 10 = 1 then 'revoked' when n % 3 = 0 then 'granted' end, n % 500 = 3,
      now() - make_interval(mins => n)
    from tenant, generate_series(1, ${CUSTOMERS}) n`,
  `insert into customer_value (tenant_id, customer_id, field_id, text_value)
    select tenant_id, id, ${CITY}, ${spread(4, cities)} from (select c.*, id as n from customer c) c`,
  `insert into customer_value (tenant_id, customer_id, field_id, number_value)
    select tenant_id, id, ${POINTS}, (id * 7919) % 1000 from customer`,
  `insert into customer_tag (tenant_id, customer_id, tag_id) select tenant_id, id, ${TAG} from customer where id % 5 = 0`,
  `insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, user_id, started_at, finished_at)
    select c.tenant_id, 'P' || c.id, c.id, (select min(id) from instance) + c.id % 4, (select min(id) from app_user),
      now(), now() from customer c where c.id % 10 = 0`,
  'vacuum analyze',
];
