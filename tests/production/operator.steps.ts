import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import { cnpjOf } from '../support/cnpj.ts';
import { createBrowser, startClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { EmulatorClient } from '../support/emulator.ts';
import { Office } from '../support/office.ts';
import { openChat, say, ticketOf } from '../support/simulation-people.ts';
import { until } from '../support/simulation-until.ts';
import { startMailHost } from './mail-host.ts';
import type { ArrivedMail } from './mail-host.ts';
import { ask, follow, followTo, machine, run, scriptOf, steps, unfollowed } from './operator.ts';
import { SITE } from './stand-ins.ts';
import { expectSameScreen, openAll, stored, Traffic } from './traffic.ts';

/*
 * The chapter's steps from the third on, in their order, each with a look at whether it did what it says. What stands for
 * the outside: a certificate authority behind `certbot`, a mail server, and the emulator, in a process of its own, for WhatsApp.
 */

const NODES = ['http://127.0.0.1:4001', 'http://127.0.0.1:4002'] as const;
const NUMBER = '400000000000001';
const PASSWORD = 'Uma#outra+senha9';
const OPERATOR = 'you@example.com';
const ROSA = 'rosa@estrela.example';

const offices: Office[] = [];
let mail: { mails: () => readonly ArrivedMail[]; stop: () => Promise<void> } | undefined;
let emulator: ChildProcess | undefined;
const provider = new EmulatorClient('http://127.0.0.1:4100');
/** Address of the company that the back-office makes. */
let company = '';
let traffic: Traffic | undefined;
let rosa: Client | undefined;

function office(name: string, tenant: string): Office {
  const made = new Office(name, SITE, tenant);
  offices.push(made);
  return made;
}

function rosasPage(): Client {
  if (rosa === undefined) throw new Error('Rosa never came');
  return rosa;
}

function customersTraffic(): Traffic {
  if (traffic === undefined) throw new Error('No customer writes');
  return traffic;
}

function startEmulator(appSecret: string): void {
  const main = join(import.meta.dirname, '..', '..', 'server', 'emulator', 'main.ts');
  const numbers = JSON.stringify([{ phoneNumberId: NUMBER, name: 'Central', tenant: 'estrela' }]);
  const address = ['--port', '4100', '--webhook-url', `${SITE}/webhooks/whatsapp`];
  emulator = spawn(process.execPath, [main, ...address, '--app-secret', appSecret, '--numbers', numbers], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function register(page: Office, key: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const { vault } = page.client.adapters;
  await page.save('account.register', vault.keep(key), { ...fields, password: vault.keep(PASSWORD) });
}

const tokenIn = (text: string): string => /\/pages\/register#token=([\w.-]+)/u.exec(text)?.[1] ?? '';

beforeAll(async () => {
  const { authority } = machine;
  mail = await startMailHost({ key: join(authority, 'mail.key'), cert: join(authority, 'mail.pem') });
});

afterAll(async () => {
  await traffic?.stop();
  for (const { client } of offices) client.kill();
  rosa?.kill();
  emulator?.kill();
  await mail?.stop();
});

test('the machine has nothing but what the first two steps put there', async () => {
  expect(steps.map(({ title }) => title).slice(0, 2)).toEqual(['The machine', 'The program']);
  expect(await run('systemctl is-active postgresql nginx')).toBe('active\nactive\n');
  expect(await run('ls /opt/balcao/current/dist')).toContain('index.html');
  expect(
    await run('runuser -u postgres -- psql -Atc "select count(*) from pg_database where datname = \'balcao\'"'),
  ).toBe('0\n');
});

test('database and settings: the role of the nodes sees no row before it says of which company', async () => {
  await follow('Database and settings');
  expect(await run('stat --format %a /etc/balcao')).toBe('700\n');
  // What the outside stands in for: the provider's address, and who signed the mail server's certificate.
  await run(`echo 'WHATSAPP_GRAPH_URL=${provider.graphUrl}' >>/etc/balcao/server.env
    echo 'NODE_EXTRA_CA_CERTS=/usr/local/share/ca-certificates/authority.crt' >>/etc/balcao/server.env`);
  const tables = await ask('balcao', "select tablename from pg_tables where schemaname = 'public' order by 1");
  expect(tables).toContain('message');
  const counted = await run(`. /etc/balcao/server.env
    for table in ${tables.join(' ')}; do
      psql "$DATABASE_URL" -Atc "select count(*) from $table" 2>&1 || true
    done`);
  expect(
    counted
      .trim()
      .split('\n')
      .filter((line) => !line.includes('permission denied')),
  ).toEqual([]);
  const owned = 'select count(*) from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = ';
  expect(await ask('balcao', `${owned}'balcao_server'`)).toEqual(['0']);
});

test('two nodes: systemd has them ready when it answers', async () => {
  await follow('Two nodes');
  for (const node of NODES) expect((await fetch(`${node}/readyz`)).status).toBe(200);
  expect(await run('systemd-analyze verify /etc/systemd/system/balcao@.service balcao@4001.service 2>&1')).toBe('');
  expect(await run('systemctl show --property User --value balcao@4001')).toBe('balcao\n');
});

test('nginx with TLS: the page comes over https alone, and what is for this machine does not', async () => {
  await follow('nginx with TLS');
  const page = await fetch(`${SITE}/empresa/`);
  expect(page.status).toBe(200);
  expect(page.headers.get('strict-transport-security')).toMatch(/max-age/u);
  const plain = await fetch('http://balcao.example.com/empresa/?a=b', { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([301, `${SITE}/empresa/?a=b`]);
  for (const path of ['/metrics', '/healthz/maintenance']) expect((await fetch(`${SITE}${path}`)).status).toBe(404);
  // The renewal proves the name in the same way, behind the new configuration.
  await run(
    'certbot certonly --webroot --webroot-path /var/www/html --domain balcao.example.com && systemctl reload nginx',
  );
});

test('the first people: a link for the operator, a company, a mail to its administrator', async () => {
  const link = await follow('The first people');
  expect(link).toContain(`${SITE}/`);
  const home = /example\.com\/([\w-]+)\/pages/u.exec(link)?.[1] ?? '';
  const operator = office('the operator', home);
  await register(operator, tokenIn(link), { name: 'Operadora', username: 'operadora' });
  await operator.client.logIn(OPERATOR, PASSWORD);
  await operator.save('tenant', 'new', { name: 'Estrela', cnpj: cnpjOf('77.001.333/0001') });
  operator.look('tenants');
  await operator.sees('the company', 'tenants', (rows) => {
    company = rows.find(({ name }) => name === 'Estrela')?.address ?? '';
    return company !== '';
  });
  await operator.save('tenant.invite', company, { email: ROSA }, { email: '' });
  await until('the invitation arrives', () => mail?.mails().some(({ to }) => to === ROSA) ?? false);
  const invitation = mail?.mails().find(({ to }) => to === ROSA);
  expect(invitation?.from).toBe('no-reply@example.com');
  expect(invitation?.text).toContain(`${SITE}/${company}/pages/register#token=`);
  const invited = office('Rosa', company);
  await register(invited, tokenIn(invitation?.text ?? ''), { name: 'Rosa Lima', username: 'rosa' });
});

test('a WhatsApp number: its webhook is confirmed, and messages go in and out', async () => {
  const printed = await follow('A WhatsApp number');
  const verifyToken = /WHATSAPP_VERIFY_TOKEN=(\S+)/u.exec(printed)?.[1] ?? '';
  const asked = `${SITE}/webhooks/whatsapp?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${verifyToken}`;
  expect(await (await fetch(asked)).text()).toBe('1158201444');
  startEmulator('the-app-secret');
  await until('the emulator runs', async () => (await provider.state()) !== undefined);
  await provider.patchPolicy({ statuses: { sentAfterMs: 0, deliveredAfterMs: 0, readAfterMs: 0, read: 'always' } });

  const admin = office('Rosa as administrator', company);
  await admin.client.logIn(ROSA, PASSWORD);
  const id = await admin.save('instance', 'new', { name: 'Central' });
  const secret = admin.client.adapters.vault.keep('EAAG-um-token');
  await admin.save('instance.credentials', id, { phone_number_id: NUMBER, access_token: secret });
  await admin.save('instance.test', id, {}, {});
  await admin.save('user', admin.userId(), { chosen_instances: [id] });

  rosa = startClient({ url: SITE, tenant: company });
  await rosa.logIn(ROSA, PASSWORD);
  const phone = '5511955500000';
  await provider.saveCustomer(phone, 'Marina Alves');
  await provider.write(NUMBER, phone, 'Bom dia!');
  const page = { client: rosa };
  const ticket = await ticketOf(page, phone);
  await openChat(page, ticket.id);
  await say(page, ticket, 'Bom dia, Marina!');
  await until('the answer is on the phone', async () =>
    (await provider.received(phone)).some(({ text }) => text.includes('Bom dia, Marina!')),
  );
});

test('logs: one JSON object a line, whose request an answer names; no ticket and no token in nginx’s', async () => {
  await follow('Logs');
  const answer = await fetch(`${SITE}/api/instance`);
  const id = answer.headers.get('x-request-id') ?? 'none';
  await until('the request is in both logs', async () => {
    const node = await run(`journalctl --unit 'balcao@*' --output cat --grep ${id} --lines 1 || true`);
    const web = await run(`grep --count ${id} /var/log/nginx/balcao.log || true`);
    return node.startsWith('{') && web.trim() === '1';
  });
  expect(
    await run('grep -cE "ticket=|verify_token|hub\\." /var/log/nginx/balcao.log /var/log/nginx/access.log || true'),
  ).toMatch(/^\S+:0\n\S+:0\n$/u);
  const verdict = await run("journalctl --unit 'balcao@*' --output cat --grep '\"level\":50' || true");
  expect(verdict.replace('-- No entries --\n', '')).toBe('');
});

test('metrics and alerts: all that is scraped answers, and each alert asks for what there is', async () => {
  await follow('Metrics and alerts');
  await until('four targets are up', async () => (await series('up == 1')) === 4, 120_000);
  await until('the site is reached from outside', async () => (await series('probe_success == 1')) === 1, 60_000);
  const { groups } = rulesSchema.parse(await prometheus('rules'));
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(8);
  expect(rules.filter(({ health }) => health === 'err')).toEqual([]);
  const token = await run('. /etc/balcao/server.env; printf %s "$METRICS_TOKEN"');
  const ours = await (await fetch(`${NODES[0]}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const names = z.array(z.string()).parse(await prometheus('label/__name__/values'));
  const asked = rules.flatMap(({ query }) =>
    [...query.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)\{/gu)].map(([, name]) => name ?? ''),
  );
  // A counter of which nothing was counted yet has a name, and no number.
  expect(asked.filter((name) => !names.includes(name) && !ours.includes(`# TYPE ${name} `))).toEqual([]);
  expect(
    (await run("ss -Htln | awk '{print $4}'"))
      .split('\n')
      .filter((at) => /^(?:\*|0\.0\.0\.0|\[::\]):(?!80$|443$)/u.test(at)),
  ).toEqual([]);
});

test('one node after the other gets the next version while people write, and nothing is lost or twice', async () => {
  const client = rosasPage();
  traffic = new Traffic({ provider, number: NUMBER, client });
  for (const phone of traffic.phones) await provider.saveCustomer(phone, `Cliente ${phone.slice(-1)}`);
  const old = await scriptOf(NODES[0]);
  await follow('Another version, and back', 0);
  expect(await scriptOf(NODES[0])).toBe(old);

  traffic.start();
  await until('each has written', moreFrom(traffic, 12));
  await openAll(client, traffic.phones);
  const restartTheOther = await followTo('Another version, and back', 1, 'systemctl restart balcao@4001');
  const [one, two] = [await scriptOf(NODES[0]), await scriptOf(NODES[1])];
  expect(two).toBe(old);
  expect(one).not.toBe(old);
  // Whichever node's page it is, its files are there.
  for (const script of [one, two, one, two]) expect((await fetch(`${SITE}${script}`)).status).toBe(200);
  await until('people write on', moreFrom(customersTraffic(), 12));
  await restartTheOther();
  expect(await scriptOf(NODES[1])).toBe(one);
  await until('people write on', moreFrom(customersTraffic(), 12));

  await follow('Another version, and back', 2);
  for (const node of NODES) expect(await scriptOf(node)).toBe(old);
  expect(await ask('balcao', "select count(*) from migration where name like '9999%'")).toEqual(['1']);
  await until('people write on', moreFrom(customersTraffic(), 12));
  await traffic.stop();
  const { said, found } = await traffic.settled('balcao');
  expect(found).toEqual(said);
  await expectSameScreen(client, await freshPage(), traffic.phones);
  const refused = client.events.items.filter(({ type }) => type === 'input.rejected');
  expect(refused).toEqual([]);
});

test('backup and restore: the page follows into the database of before', async () => {
  const client = rosasPage();
  const before = customersTraffic();
  const told = before.count;
  before.start();
  await until('people write on', moreFrom(before, 12));
  await follow('Backup');
  await until('people write on after the backup', moreFrom(before, 24));
  await before.stop();
  const { said, found } = await before.settled('balcao');
  expect(found).toEqual(said);
  expect(before.count).toBeGreaterThan(told + 30);

  const epoch = await ask('balcao', `select epoch from tenant where slug = '${company}'`);
  await follow('Restore');
  expect(await ask('balcao_restored', `select epoch from tenant where slug = '${company}'`)).not.toEqual(epoch);
  for (const phone of before.phones) {
    const kept = await stored('balcao_restored', phone, 'customer');
    const written = before.writtenBy(phone);
    expect(kept.length).toBeLessThan(written.length);
    // As it was at one moment.
    expect(kept).toEqual(written.slice(0, kept.length));
  }
  // Its own ids and positions are of another history: it loads itself anew, logged in as before.
  await until('the page loads itself anew', () => client.environment.pageControl.reloaded() > 0);
  client.kill();
  const again = startClient({ url: SITE, tenant: company, browser: client.browser });
  rosa = again;
  await again.live();
  await openAll(again, before.phones);
  await expectSameScreen(again, await freshPage(), before.phones);
  // And it goes on: what comes now is there once.
  const [phone = ''] = before.phones;
  await provider.write(NUMBER, phone, 'depois da cópia');
  await until(
    'what came after it is stored',
    async () => (await stored('balcao_restored', phone, 'customer')).at(-1) === 'depois da cópia',
  );
  await expectSameScreen(again, await freshPage(), before.phones);
});

test('every step of the chapter was followed', () => {
  // These two were, before the machine was booted.
  expect(unfollowed()).toEqual(['The machine', 'The program']);
});

const rulesSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ query: z.string(), health: z.string() })) })),
});

/** What Prometheus answers. */
async function prometheus(path: string): Promise<unknown> {
  const answer: unknown = await (await fetch(`http://127.0.0.1:9090/api/v1/${path}`)).json();
  return z.object({ data: z.unknown() }).parse(answer).data;
}

/** How many series a query finds. */
async function series(query: string): Promise<number> {
  const found = await prometheus(`query?query=${encodeURIComponent(query)}`);
  return z.object({ result: z.array(z.unknown()) }).parse(found).result.length;
}

/** Whether so many more were written since now. */
function moreFrom(writing: Traffic, count: number): () => boolean {
  const start = writing.count;
  return () => writing.count >= start + count;
}

/** Rosa at another computer. */
async function freshPage(): Promise<Client> {
  const client = startClient({ url: SITE, tenant: company, browser: createBrowser() });
  await client.logIn(ROSA, PASSWORD);
  if (selectViewer(client.directory.auth.getSnapshot()) === null) throw new Error('Rosa is not let in');
  return client;
}
