import { Readable } from 'node:stream';
import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditSheet } from '../../../contract/rest/audit-sheet.ts';
import type { RestCall } from '../../../contract/rest/call.ts';
import { updateInstance } from '../../../contract/rest/instances.ts';
import { MESSAGE_STATUSES } from '../../../contract/facts/administration.ts';
import * as calls from '../../../contract/rest/sheets.ts';
import { csvOf } from '../../../server/sheets/csv.ts';
import { heading } from '../../../server/sheets/sheet.ts';
import type { Cell } from '../../../server/sheets/sheet.ts';
import { xlsxOf } from '../../../server/sheets/xlsx.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { refusedRest, sendRest } from '../../support/rest-calls.ts';

let world: World;
let support: string;
beforeAll(async () => {
  world = await startAttendance();
  support = await world.server.tokenOf('suporte@balcao.example');
  // One ticket at the last second of 10 March in São Paulo, one at the first of the 11th.
  for (const [name, at] of [
    ['=HYPERLINK("http://mal.example")', '2026-03-11T02:59:59Z'],
    ['Ana; "a" única', '2026-03-11T03:00:00Z'],
  ] as const) {
    await world.rows(
      `with c as (insert into customer (tenant_id, name, phone_number) select id, $1, '55119' || substr(md5($1), 1, 0) || (10000000 + length($1))::text
        from tenant where slug = 'aurora' returning tenant_id, id)
      insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, started_at, finished_at, user_id, first_response_at, first_response_ms)
      select c.tenant_id, 'P-' || c.id, c.id, $2, $3, $3::timestamptz + interval '1 hour', $4, $3::timestamptz + interval '90 seconds', 90400 from c`,
      [name, world.instances.vendas, at, world.people.bruno.id],
    );
  }
});
afterAll(() => world.stop());

const days = { startAt: '2026-03-11', finishAt: '2026-03-11' };
const download = async (
  call: RestCall<unknown, unknown> | typeof calls.ordersSheet,
  given: Record<string, unknown>,
) => {
  const response = await sendRest(world.url, support, call, given);
  expect(response.status).toBe(200);
  return response;
};
const linesOf = async (response: Response) => {
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return new TextDecoder().decode(bytes).trimEnd().split('\r\n');
};

describe('who may, and what is refused', () => {
  const all = [
    [calls.ordersSheet, days],
    [calls.instanceLogsSheet, days],
    [calls.campaignStatusSheet, { ...days, tenantName: 'aurora', type: 'sent' }],
  ] as const;
  test.each(all)('%o: only the back-office', async (call, given) => {
    for (const token of [world.people.ana.token, world.people.bruno.token]) {
      expect(await refusedRest(world.url, token, call as RestCall<unknown, unknown>, given)).toMatchObject({
        status: 403,
      });
    }
    expect(await refusedRest(world.url, '', call as RestCall<unknown, unknown>, given)).toMatchObject({ status: 401 });
  });

  test.each([
    [{ startAt: '', finishAt: '2026-03-11' }, { startAt: 'error.sheet.day' }],
    [{ startAt: '2026-02-30', finishAt: '2026-03-11' }, { startAt: 'error.sheet.day' }],
    [{ startAt: "2026-03-11'; drop table tenant", finishAt: '2026-03-11' }, { startAt: 'error.sheet.day' }],
    [{ startAt: '2026-03-12', finishAt: '2026-03-11' }, { finishAt: 'error.sheet.order' }],
    [{ startAt: '2025-03-11', finishAt: '2026-03-12' }, { finishAt: 'error.sheet.tooLong' }],
    [{ ...days, format: 'ods' }, { format: 'error.field.invalid' }],
  ])('refused: %o', async (given, fields) => {
    expect(await refusedRest(world.url, support, calls.ordersSheet, given)).toMatchObject({ status: 400, fields });
  });

  test('another company’s name that is none: not found', async () => {
    expect(await refusedRest(world.url, support, calls.ordersSheet, { ...days, tenantName: 'nenhuma' })).toMatchObject({
      status: 404,
    });
  });
});

describe('orders', () => {
  test('CSV: the days of the company’s calendar, its wall clock, semicolons, and no formulas', async () => {
    const response = await download(calls.ordersSheet, { ...days, startAt: '2026-03-10', tenantName: 'aurora' });
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="atendimentos-2026-03-10-2026-03-11.csv"',
    );
    const [head, first, second, ...more] = await linesOf(response);
    expect(head).toBe(
      'Empresa;Protocolo;Cliente;Telefone;Atendente;Instância;Departamento;Aberto em;Finalizado em;Primeira resposta em;Espera até a primeira resposta (s)',
    );
    expect(first).toContain(';"\'=HYPERLINK(""http://mal.example"")";');
    expect(first).toContain(';Bruno Carvalho;Vendas;;10/03/2026 23:59:59;11/03/2026 00:59:59;11/03/2026 00:01:29;90');
    expect(second).toContain(';"Ana; ""a"" única";');
    expect(more).toEqual([]);
    expect(await linesOf(await download(calls.ordersSheet, { ...days, tenantName: 'aurora' }))).toHaveLength(2);
  });

  test('XLSX: the same rows, texts as texts, moments as moments; in English', async () => {
    const given = { ...days, startAt: '2026-03-10', format: 'xlsx', locale: 'en' };
    const response = await download(calls.ordersSheet, given);
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const [sheet] = sheets;
    expect(sheet?.name).toBe('Tickets');
    expect(sheet?.rows[0]?.slice(0, 3)).toEqual(['Company', 'Protocol', 'Customer']);
    expect(sheet?.rows[1]?.[2]).toBe('=HYPERLINK("http://mal.example")');
    expect(sheet?.rows[1]?.[7]).toEqual(new Date('2026-03-10T23:59:59Z'));
    expect(sheet?.rows[1]?.[10]).toBe(90);
    expect(sheet?.rows).toHaveLength(3);
  });

  test('downloads are written down on both sides', async () => {
    await (await download(calls.ordersSheet, { ...days, tenantName: 'brisa' })).text();
    expect(
      await world.rows(`select t.slug from audit a join tenant t on t.id = a.tenant_id
        where a.action = 'sheet.download' and a.subject is not null and a.details::text like '%"orders"%'
          and t.slug in ('brisa') order by t.slug`),
    ).toEqual([{ slug: 'brisa' }]);
  });
});

test('instance logs and message statuses: what there is', async () => {
  await world.rows(
    `insert into instance_log (tenant_id, instance_id, at, what, reason_key, user_id)
    select tenant_id, id, '2026-03-11T15:00:00Z', 'disconnected', 'channel.error.token', $2 from instance where id = $1`,
    [world.instances.vendas, world.people.ana.id],
  );
  const logs = await linesOf(await download(calls.instanceLogsSheet, days));
  expect(logs[1]).toBe(
    'Aurora Móveis;11/03/2026 12:00:00;Vendas;551140000001;Desconectada;O acesso da empresa ao WhatsApp expirou. Avise um administrador.;Ana Ribeiro',
  );
  const change = { id: world.instances.vendas, tenantName: 'aurora', name: 'Vendas', activated: false };
  for (const activated of [false, true])
    expect((await sendRest(world.url, support, updateInstance, { ...change, activated })).status).toBe(200);
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  const english = { startAt: today, finishAt: today, locale: 'en', tenantName: 'aurora' };
  const [, deactivated] = await linesOf(await download(calls.instanceLogsSheet, english));
  expect(deactivated).toMatch(/;Deactivated;;[^;]+$/);
  expect(deactivated).not.toMatch(/;(?:Back-office|System)$/);
  await world.rows(
    `with those as (insert into customer (tenant_id, name, phone_number)
      select tenant_id, 'De campanha', '55119700000' || place from instance, generate_series(1, 6) as place
      where id = $1 returning id, right(phone_number, 1)::integer as place),
    made as (insert into campaign (tenant_id, name, instance_ids, message)
      select tenant_id, 'Volta', array[id], 'oi' from instance where id = $1 returning tenant_id, id)
    insert into campaign_recipient (tenant_id, campaign_id, customer_id, address, instance_id, zone, state, error_code,
      next_attempt_at, sent_at, updated_at)
    select made.tenant_id, made.id, those.id, '55119' || place, $1, 'UTC', a.state, a.code, now(), a.sent_at, '2026-03-11T15:00:00Z'
    from made, those join (values (1, 'sent', null, '2026-03-11T15:00:00Z'::timestamptz), (2, 'delivered', null, '2026-03-11T15:00:00Z'),
      (3, 'read', null, '2026-03-11T15:00:00Z'), (4, 'read', null, '2026-03-09T15:00:00Z'), (5, 'failed', '131026', null),
      (6, 'pending', null, null)) as a (place, state, code, sent_at) using (place)`,
    [world.instances.vendas],
  );
  const counts: Record<string, number> = {};
  const words: (string | undefined)[] = [];
  for (const type of MESSAGE_STATUSES) {
    const given = { ...days, tenantName: 'aurora', type };
    const [, ...lines] = await linesOf(await download(calls.campaignStatusSheet, given));
    counts[type] = lines.length;
    words.push(lines[0]?.split(';').at(-2));
  }
  expect(counts).toEqual({ sent: 1, delivered: 1, read: 1, failed: 1 });
  expect(words).toEqual(['Enviada', 'Entregue', 'Lida', 'Não entregue']);
});

describe('a cell of a CSV', () => {
  test.each<[Cell, string]>([
    ['=1+1', "'=1+1"],
    ['+55', "'+55"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['a;b', '"a;b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['a=b', 'a=b'],
    ['', ''],
    [null, ''],
  ])('%j is written %j', async (cell, written) => {
    const columns = [{ heading: heading('C', 'C'), kind: 'text' as const, width: 1, of: (row: Cell) => row }];
    const rows = (async function* () {
      yield cell;
    })();
    let file = '';
    for await (const piece of csvOf({ name: heading('S', 'S'), fileName: 's', columns, rows }, 'pt_BR')) file += piece;
    expect(file).toBe(`\uFEFFC\r\n${written}\r\n`);
  });
});

describe('rows are asked for only as far as they are taken, however many there are', () => {
  /** So much may be read ahead: what stands in the buffers of the streams between. */
  const AHEAD = 20_000;

  test.each(['csv', 'xlsx'] as const)('%s', async (format) => {
    let asked = 0;
    const rows = (async function* () {
      // Who gathers it all before writing comes to its end.
      while (asked < 10 * AHEAD) {
        asked += 1;
        if (asked % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
        yield `linha ${asked} ${'x'.repeat(100)}`;
      }
    })();
    const columns = [{ heading: heading('C', 'C'), kind: 'text' as const, width: 1, of: (row: string) => row }];
    const sheet = { name: heading('S', 'S'), fileName: 's', columns, rows };
    const body = format === 'xlsx' ? xlsxOf(sheet, 'pt_BR') : Readable.from(csvOf(sheet, 'pt_BR'));
    const taking = body[Symbol.asyncIterator]();
    await taking.next();
    // Nobody takes more for a while: then it stands still.
    const askedLater = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return asked;
    };
    for (let before = -1; before !== (await askedLater());) {
      before = asked;
      if (before > AHEAD) break;
    }
    expect(asked).toBeLessThanOrEqual(AHEAD);
    await taking.return?.();
  });
});

describe('100,000 rows', () => {
  const ROWS = 100_000;
  const many = { startAt: '2025-01-01', finishAt: '2025-12-31', tenantName: 'brisa' };
  beforeAll(async () => {
    await world.rows(
      `insert into customer (tenant_id, name, phone_number) select id, 'Cliente ' || n, (5521900000000 + n)::text
      from tenant, generate_series(1, 1000) n where slug = 'brisa'`,
    );
    await world.rows(
      `insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, started_at, finished_at)
      select c.tenant_id, '2025-' || c.id || '-' || n, c.id, $1, timestamptz '2025-06-01' + n * interval '1 minute', timestamptz '2025-06-02'
      from customer c, generate_series(1, ${ROWS / 1000}) n where c.phone_number like '55219%'`,
      [world.instances.brisa],
    );
  });

  test('CSV: all of them', async () => {
    expect(await linesOf(await download(calls.ordersSheet, many))).toHaveLength(ROWS + 1);
  });

  test('XLSX: all of them', async () => {
    const response = await download(calls.ordersSheet, { ...many, format: 'xlsx' });
    let count = 0;
    for await (const _ of streamXlsxRows(new Uint8Array(await response.arrayBuffer()))) count += 1;
    expect(count).toBe(ROWS + 1);
  });

  test('given up in the middle -> the connection is given back; a second one meanwhile -> told to wait, others are not', async () => {
    const started = await download(calls.ordersSheet, many);
    expect(await refusedRest(world.url, support, calls.ordersSheet, many)).toMatchObject({
      status: 429,
      key: 'error.sheet.busy',
    });
    const others = await sendRest(world.url, world.people.ana.token, auditSheet, {});
    expect(others.status).toBe(200);
    await others.text();
    await started.body?.cancel();
    await expect.poll(() => world.server.db.pool.idleCount === world.server.db.pool.totalCount).toBe(true);
    expect(await linesOf(await download(calls.ordersSheet, { ...days, tenantName: 'aurora' }))).toHaveLength(2);
  });
});
