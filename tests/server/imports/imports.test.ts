import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeXlsx } from 'hucre/xlsx';
import type { ImportMapping } from '../../../contract/entities/customer-import.ts';
import type { CustomerFieldType } from '../../../contract/facts/customers.ts';
import { blockContacts, blockedContacts } from '../../../contract/graphql/blocked-contacts.ts';
import { customerConsents, declareConsent } from '../../../contract/graphql/customer-consents.ts';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import {
  cancelCustomerImport,
  customerImports,
  mapCustomerImport,
  pauseCustomerImport,
  startCustomerImport,
  undoCustomerImport,
} from '../../../contract/graphql/customer-imports.ts';
import { deleteAudience, newAudience } from '../../../contract/graphql/audiences.ts';
import { customerGroups } from '../../../contract/graphql/customer-groups.ts';
import { newCustomerField } from '../../../contract/graphql/new-customer-field.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { forgetImports } from '../../../server/domain/imports/forget-imports.ts';
import { startImport } from '../../../server/domain/imports/save-import.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { letIn } from '../../support/let-in.ts';
import { jsonOf, unzipped } from '../../support/unzipped.ts';
import { importsOf, upload } from './import-world.ts';

let world: World;
let imports: ReturnType<typeof importsOf>;
const field: Record<'day' | 'total' | 'vip', string> = { day: '', total: '', vip: '' };
beforeAll(async () => {
  world = await startAttendance({ attendance: { imports: { pollMs: 30, chunk: 3 } } });
  const { ana } = world.people;
  imports = importsOf(world.url, ana);
  const add = async (name: string, type: CustomerFieldType) =>
    (await world.call(ana, newCustomerField, { name, type, options: [], position: 0 })).newCustomerField.id;
  field.day = await add('Última compra', 'date');
  field.total = await add('Total em compras', 'number');
  field.vip = await add('VIP', 'boolean');
});
afterAll(() => world.stop());

const find = async (search: string) =>
  (await world.call(world.people.ana, paginatedCustomers, { search, pagination_limit: 100 })).paginatedCustomers.items;
const card = async (search: string) => {
  const [found] = await find(search);
  if (found === undefined) throw new Error(`Nobody is called ${search}`);
  return (await world.call(world.people.ana, customerDetails, { id: found.id })).customerDetails;
};
const create = async (name: string, phone_number: string) =>
  (await world.call(world.people.ana, newCustomer, { name, phone_number })).newCustomer.customer.id;
const sheet = async (path: string) => {
  const response = await fetch(`${world.url}${path}`, {
    headers: { authorization: `Bearer ${world.people.ana.token}` },
  });
  return { status: response.status, text: (await response.text()).replace(/^\uFEFF/u, '') };
};
const SERVICE = '0800, 4004 e outros que não recebem mensagens';
/** Latin letters as Windows-1252 has them. */
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('a file of a Brazilian spreadsheet', () => {
  test('columns are named, every row is checked, the rest comes in; refused rows come back with line and reason', async () => {
    const found = await imports.uploaded(
      'clientes.csv',
      latin(
        [
          'Nome do cliente;Celular;E-mail;Última compra;Total em compras;obs_vendedor;VIP',
          'Helena Arruda;(13) 99744-0192;helena@mail.example;08/11/2025;3.480,00;liga só à tarde;Sim',
          '"Paulo; o ""Vianna""";19 8111-2020;;30/01/2026;"R$ 12.905,50";;não',
          'Sérgio Galvão;0800 722 1100;sg@obra.example;31/02/2026;890,00;;',
          '=1+1;4004-0001;;;;;',
          'Helena de novo;+55 13 9744 0192;;;;;',
          ';;;;;;',
          'Sem número;;;;;;',
          'Curto;12345;x@y.example;;;;',
          'A mais;11 98765-4321;;;;;;;sobrou',
          'Dia torto;11987650001;torto;31/02/2026;muito;;talvez',
          '"Nunca fechada;11987650002;;;;;',
          'Depois dela;11 8765-0003;;;;;',
        ].join('\r\n'),
      ),
    );
    expect(found).toMatchObject({
      status: 'mapping',
      kind: 'csv',
      delimiter: ';',
      encoding: 'windows-1252',
      row_count: 11,
      earlier: null,
    });
    expect(found.columns.map(({ heading, target, field_id }) => [heading, target, field_id])).toEqual([
      ['Nome do cliente', 'name', null],
      ['Celular', 'phone', null],
      ['E-mail', 'email', null],
      ['Última compra', 'field', field.day],
      ['Total em compras', 'field', field.total],
      ['obs_vendedor', 'note', null],
      ['VIP', 'field', field.vip],
    ]);
    expect(found.columns[1]).toMatchObject({
      samples: ['(13) 99744-0192', '19 8111-2020', '0800 722 1100'],
      filled: 10,
    });
    await imports.map(found.id, found.columns);
    const { check, refused } = await imports.until(found.id, 'ready');
    expect([refused, check]).toEqual([
      7,
      {
        new: 4,
        existing: 0,
        opted_out: 0,
        no_number: 1,
        invalid: 1,
        service: 2,
        twice: 1,
        broken: 2,
        bad_dates: 1,
        bad_values: 3,
      },
    ]);
    await imports.begin(found.id);
    expect(await imports.until(found.id, 'done')).toMatchObject({ added: 4, changed: 0, kept: 0, passed: 11 });
    expect(await card('Arruda')).toMatchObject({
      customer: { name: 'Helena Arruda', phone_number: '5513997440192' },
      email: 'helena@mail.example',
      note: 'liga só à tarde',
      values: expect.arrayContaining([
        { field_id: field.day, value: '2025-11-08' },
        { field_id: field.total, value: '3480' },
        { field_id: field.vip, value: 'true' },
      ]),
    });
    expect(await card('Vianna')).toMatchObject({
      customer: { name: 'Paulo; o "Vianna"', phone_number: '5519981112020' },
      values: expect.arrayContaining([{ field_id: field.total, value: '12905.5' }]),
    });
    const paulo = (await card('Vianna')).customer.id;
    const exported = await fetch(`${world.url}/api/customers/export?customer_id=${paulo}`, {
      headers: { authorization: `Bearer ${world.people.ana.token}` },
    });
    expect(jsonOf(await unzipped(exported), 'cliente.json')).toMatchObject({
      imports: [{ file: 'clientes.csv', line: 3, number: '19 8111-2020' }],
    });
    expect(await card('Dia torto')).toMatchObject({ email: null, values: [] });
    expect(await card('Depois dela')).toMatchObject({ customer: { phone_number: '5511987650003' } });
    const { text } = await sheet(`/api/customer-imports/refused?import_id=${found.id}&format=csv`);
    expect(
      await world.rows("select user_id as by from audit where action = 'sheet.download' and details->>'sheet' = $1", [
        'refused_rows',
      ]),
    ).toEqual([{ by: world.people.ana.id }]);
    expect(text.trim().split('\r\n')).toEqual([
      'Linha;Motivo;Nome do cliente;Celular;E-mail;Última compra;Total em compras;obs_vendedor;VIP',
      `4;"${SERVICE}";Sérgio Galvão;0800 722 1100;sg@obra.example;31/02/2026;"890,00";;`,
      `5;"${SERVICE}";'=1+1;4004-0001;;;;;`,
      "6;Telefone repetido no arquivo;Helena de novo;'+55 13 9744 0192;;;;;",
      '8;Sem telefone;Sem número;;;;;;',
      '9;Telefone inválido;Curto;12345;x@y.example;;;;',
      '10;Linha com aspas ou colunas fora do lugar;A mais;11 98765-4321;;;;;',
      expect.stringContaining('Nunca fechada'),
    ]);
  });

  test('XLSX: numbers and dates of cells, and a hostile heading that comes back harmless', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Base',
          rows: [
            ['Cliente', 'WhatsApp', 'Total em compras', 'Última compra', '=HYPERLINK("x")'],
            ['Xavier Planilha', 5_511_987_660_001, 1234.5, new Date('2026-02-28T00:00:00Z'), 'a'],
            ['Ysabel Planilha', '0800 722 1100', 1, null, null],
          ],
        },
      ],
    });
    const done = await imports.done('base.xlsx', new Uint8Array(bytes));
    expect(done).toMatchObject({ kind: 'xlsx', row_count: 2, added: 1, refused: 1 });
    expect(await card('Xavier')).toMatchObject({
      customer: { phone_number: '5511987660001' },
      values: expect.arrayContaining([
        { field_id: field.day, value: '2026-02-28' },
        { field_id: field.total, value: '1234.5' },
      ]),
    });
    const { text } = await sheet(`/api/customer-imports/refused?import_id=${done.id}&format=csv`);
    expect(text.split('\r\n')[0]).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test('not a file of customers -> fails, and says why; an empty or too large file is refused at once', async () => {
    const failure = async (file: string | Uint8Array<ArrayBuffer>) => (await imports.uploaded('x.csv', file)).failure;
    expect(await failure('nome;telefone\n')).toBe('error.import.empty');
    expect(await failure(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toBe('error.import.oldExcel');
    expect(await failure(Uint8Array.from([1, 0, 2, 0]))).toBe('error.import.unreadable');
    expect(await failure('PK\x03\x04 nothing of a workbook')).toBe('error.import.unreadable');
    expect(await failure(`${'a;'.repeat(100)}b\n1`)).toBe('error.import.tooManyColumns');
    expect((await upload(world.url, world.people.ana, 'x.csv', '')).status).toBe(400);
    expect((await upload(world.url, world.people.ana, '', 'a;b')).status).toBe(400);
  });

  test('the same file and the same headings again -> both are said', async () => {
    const file = 'Quem;Fone dele\nIgual Um;11987670001\n';
    const first = await imports.uploaded('um.csv', file);
    expect(first.columns.map(({ target }) => target)).toEqual([null, 'phone']);
    await imports.map(first.id, [
      { heading: '', samples: [], filled: 0, target: 'name', field_id: null },
      { heading: '', samples: [], filled: 0, target: 'phone', field_id: null },
    ]);
    await imports.until(first.id, 'ready');
    await imports.begin(first.id);
    await imports.until(first.id, 'done');
    const [{ at } = { at: 0 }] = await world.rows<{ at: number }>(
      'select extract(epoch from finished_at)::float8 * 1000 as at from customer_import where id = $1',
      [first.id],
    );
    const until = Date.parse((await imports.read(first.id)).undo_until ?? '');
    expect(Math.abs(until - at - 30 * 86_400_000)).toBeLessThan(2);
    const again = await imports.uploaded('dois.csv', file);
    expect(again).toMatchObject({ earlier: { name: 'um.csv', status: 'done' }, remembered_at: first.created_at });
    expect(again.columns.map(({ target }) => target)).toEqual(['name', 'phone']);
    expect(again).toMatchObject({ user_name: 'Ana Ribeiro', undo_until: null });
    // The latest counts, and only if it was begun.
    const asNote = again.columns.map((column) =>
      column.target === 'name' ? { ...column, target: 'note' as const } : column,
    );
    await imports.map(again.id, asNote);
    await imports.until(again.id, 'ready');
    const third = await imports.uploaded('tres.csv', file);
    expect(third.columns.map(({ target }) => target)).toEqual(['name', 'phone']);
    await imports.begin(again.id);
    await imports.until(again.id, 'done');
    const fourth = await imports.uploaded('quatro.csv', file);
    expect(fourth.columns.map(({ target }) => target)).toEqual(['note', 'phone']);
    const page = async (pagination_page: number) =>
      (await world.call(world.people.ana, customerImports, { pagination_page, pagination_limit: 1 })).customerImports;
    const pages = [await page(1), await page(2)];
    expect(pages.flatMap(({ items }) => items.map(({ id: each }) => each))).toEqual([fourth.id, third.id]);
    expect(pages[0]?.total_pages).toBe(pages[0]?.total_items);
    const id = randomUUID();
    const answers = await Promise.all([1, 2].map(() => upload(world.url, world.people.ana, 'x.csv', file, id)));
    const [one, two] = await Promise.all(answers.map((answer) => answer.json()));
    expect(one).toEqual(two);
  });
});

describe('customers who are there', () => {
  const file = (name: string, phone: string) =>
    `Nome;Telefone;Email;Última compra\n${name};${phone};novo@a.example;01/02/2026\n`;

  test('fill: only empty fields; overwrite: the file’s values, except empty cells; skip: nothing', async () => {
    const { ana } = world.people;
    const id = await create('Rita Antiga', '5511987680001');
    await world.call(ana, updateCustomer, {
      id,
      name: 'Rita Antiga',
      values: [{ field_id: field.day, value: '2020-01-01' }],
    });
    expect(await imports.done('a.csv', file('Rita Nova', '11987680001'))).toMatchObject({
      added: 0,
      changed: 1,
      kept: 0,
    });
    expect(await card('Rita')).toMatchObject({
      customer: { name: 'Rita Antiga' },
      email: 'novo@a.example',
      values: [{ field_id: field.day, value: '2020-01-01' }],
    });
    const skipped = await imports.done('b.csv', file('Rita Três', '11987680001'), { on_existing: 'skip' });
    // Nobody was changed: there is nothing to undo.
    expect(skipped).toMatchObject({ changed: 0, kept: 1, undo_until: null });
    expect(await refusalOf(world.call(ana, undoCustomerImport, { id: skipped.id }))).toBe(
      'CONFLICT error.import.state',
    );
    const over = await imports.done('c.csv', 'Nome;Telefone;Email;Última compra\nRita Nova;11987680001;;02/02/2026', {
      on_existing: 'overwrite',
    });
    expect(over).toMatchObject({ changed: 1 });
    expect(await card('Rita')).toMatchObject({
      customer: { name: 'Rita Nova' },
      email: 'novo@a.example',
      values: [{ field_id: field.day, value: '2026-02-02' }],
    });
  });

  test('their time zone is filled or overwritten by any name of it, else counted as unreadable; undone, as before', async () => {
    const id = await create('Fábio Fuso', '5511987680011');
    const zone = async () => (await world.rows('select timezone from customer where id = $1', [id]))[0];
    const rows = (here: string, other: string) => `Fone;Fuso horário\n11987680011;${here}\n11987680012;${other}\n`;
    const first = await imports.done('fuso-1.csv', rows('brazil/west', 'Horário de Brasília'));
    expect(first).toMatchObject({ added: 1, changed: 1, check: { bad_values: 1 } });
    expect(await zone()).toEqual({ timezone: 'America/Manaus' });
    expect(await imports.done('fuso-2.csv', rows('America/Lima', ''))).toMatchObject({ changed: 0, kept: 2 });
    const over = await imports.done('fuso-3.csv', rows('America/Lima', 'Asia/Tokyo'), { on_existing: 'overwrite' });
    expect(over).toMatchObject({ changed: 2 });
    expect(await zone()).toEqual({ timezone: 'America/Lima' });
    const { text } = await sheet('/api/customers/sheet?format=csv');
    expect(text).toContain('Asia/Tokyo');
    await world.call(world.people.ana, undoCustomerImport, { id: over.id });
    await imports.until(over.id, 'undone');
    expect(await zone()).toEqual({ timezone: 'America/Manaus' });
  });

  test('twenty tags are enough; of two rows of one customer the first counts', async () => {
    const { ana } = world.people;
    const tag = async (name: string) => (await world.call(ana, newTag, { name, color: 'blue' })).newTag.id;
    const tag_ids = [await tag('Vigésima'), await tag('Uma a mais')];
    const id = await create('Cheia', '5511987692001');
    await world.rows(
      `with made as (insert into tag (tenant_id, name, color)
         select tenant_id, 'Cheia ' || n, 'blue' from customer, generate_series(1, 19) n where id = $1
         returning tenant_id, id)
       insert into customer_tag (tenant_id, customer_id, tag_id) select tenant_id, $1, id from made`,
      [id],
    );
    await world.rows(`insert into customer_number select tenant_id, '5511987692002', id from customer where id = $1`, [
      id,
    ]);
    const rows = ['Telefone;Email', '11987692001;primeira@a.example', '11987692002;segunda@a.example'];
    const done = await imports.done('cheia.csv', rows.join('\n'), { tag_ids });
    expect(done).toMatchObject({ added: 0, changed: 1 });
    expect(await card('Cheia')).toMatchObject({ email: 'primeira@a.example' });
    expect((await card('Cheia')).customer.tags).toHaveLength(20);
    await world.rows("delete from tag where name like 'Cheia %'");
  });

  test('who wants nothing of some kind is counted before they are taken in', async () => {
    const refusing = ['is_blacklisted = true', "sms_consent = 'revoked'", 'declined_marketing_at = now()'];
    for (const [at, set] of refusing.entries()) {
      const id = await create(`Recusa ${at}`, `551198769100${at}`);
      await world.rows(`update customer set ${set} where id = $1`, [id]);
    }
    await create('Aceita', '5511987691009');
    const rows = [0, 1, 2, 9].map((digit) => `1198769100${digit}`);
    const { check } = await imports.checked('recusas.csv', ['Telefone', ...rows].join('\n'));
    expect(check).toMatchObject({ new: 0, existing: 4, opted_out: 3 });
  });

  test('consent and tags are added; never to who opted out or is blocked', async () => {
    const { ana } = world.people;
    const tag = (await world.call(ana, newTag, { name: 'Feira', color: 'blue' })).newTag.id;
    const out = await create('Otto Fora', '5511987690001');
    await world.call(ana, declareConsent, {
      customer_id: out,
      channel: 'whatsapp',
      kind: 'revoked',
      evidence: 'disse',
    });
    await world.call(ana, blockContacts, { numbers: ['5511987690002'], reason: null });
    await world.rows(`insert into customer_number select tenant_id, '5511300010', id from customer where id = ${out}`);
    const checked = await imports.checked(
      'feira.csv',
      'Nome;Telefone\nOtto Fora;11987690001\nBruna Bloqueada;11987690002\nNina Nova;11987690003\n',
    );
    expect(checked.check).toMatchObject({ new: 2, existing: 1, opted_out: 1 });
    const consent = {
      consent_origin: 'Ficha assinada na feira',
      consent_day: '2026-03-10',
      consent_channels: ['whatsapp' as const, 'sms' as const],
    };
    await imports.begin(checked.id, { ...consent, tag_ids: [tag] });
    await imports.until(checked.id, 'done');
    const consents = async (name: string) => {
      const { customer } = await card(name);
      const said = (await world.call(ana, customerConsents, { customer_id: customer.id })).customerConsents;
      return {
        tags: customer.tags?.map(({ name: each }) => each),
        blocked: customer.is_blacklisted,
        said: said.map(({ channel, kind, origin }) => `${channel} ${kind} ${origin}`).toSorted(),
      };
    };
    expect(await consents('Nina')).toEqual({
      tags: ['Feira'],
      blocked: false,
      said: ['sms granted import', 'whatsapp granted import'],
    });
    expect(await consents('Otto')).toEqual({
      tags: ['Feira'],
      blocked: false,
      said: ['sms granted import', 'whatsapp revoked attendant'],
    });
    expect(await consents('Bruna')).toMatchObject({ tags: ['Feira'], blocked: true });
    const [nina] = await find('Nina');
    const [said] = (await world.call(ana, customerConsents, { customer_id: nina?.id ?? '' })).customerConsents;
    expect(said).toMatchObject({
      evidence: 'Ficha assinada na feira',
      user_name: 'Ana Ribeiro',
      said_at: '2026-03-10T12:00:00.000Z',
    });
    const filtered = await world.call(ana, paginatedCustomers, { consent: 'sms_granted', search: 'Nina' });
    expect(filtered.paginatedCustomers.total_items).toBe(1);
  });

  test('who refused everything before they were erased comes back in a file -> refuses it still; undone, it goes', async () => {
    const { ana } = world.people;
    const phone = '5511987690011';
    const id = await create('Íris Apagada', phone);
    for (const channel of ['whatsapp', 'sms'] as const) {
      await world.call(ana, declareConsent, { customer_id: id, channel, kind: 'revoked', evidence: 'disse' });
    }
    await world.call(ana, blockContacts, { numbers: [phone], reason: null });
    // What other tests left waiting.
    await world.rows("update customer_import set status = 'cancelled' where status in ('mapping', 'ready', 'paused')");
    await world.call(ana, eraseCustomer, { id, phone_number: phone });
    const done = await imports.done('volta.csv', 'Nome;Telefone\nÍris Apagada;11987690011\nZoé Outra;11987690012\n', {
      consent_origin: 'Ficha',
      consent_day: '2026-03-10',
      consent_channels: ['whatsapp', 'sms'],
    });
    expect(done.check).toMatchObject({ new: 2, opted_out: 1 });
    const last = () =>
      world.rows(
        `select is_blacklisted, whatsapp_consent, sms_consent, declined_marketing_at is not null as declined from customer
         where phone_number in ($1, '5511987690012') order by phone_number`,
        [phone],
      );
    expect(await last()).toEqual([
      { is_blacklisted: true, whatsapp_consent: 'revoked', sms_consent: 'revoked', declined: true },
      { is_blacklisted: false, whatsapp_consent: 'granted', sms_consent: 'granted', declined: false },
    ]);
    await world.call(ana, undoCustomerImport, { id: done.id });
    expect((await imports.until(done.id, 'undone')).removed).toBe(2);
    const listed = async () =>
      (await world.call(ana, blockedContacts, { search: phone })).blockedContacts.items.map((each) => each.is_kept);
    expect(await listed()).toEqual([]);
    // What was kept stays: they could come in the next file.
    await create('Íris', phone);
    expect(await last()).toMatchObject([{ is_blacklisted: true, whatsapp_consent: 'revoked', sms_consent: 'revoked' }]);
    expect(await listed()).toEqual([true]);
  });

  test('undone: who was added goes, unless they wrote or were edited since; changed ones are as before', async () => {
    const { ana } = world.people;
    const tag = (await world.call(ana, newTag, { name: 'Desfeita', color: 'red' })).newTag.id;
    await create('Velha Conhecida', '5511987700001');
    const done = await imports.done(
      'desfazer.csv',
      [
        'Nome;Telefone;Email;Última compra;Total em compras',
        'Velha Outra;11987700001;velha@a.example;01/01/2026;7',
        ...[2, 3, 4, 5].map((digit) => `Some Talvez ${digit};1198770000${digit};;01/01/2026;`),
      ].join('\n'),
      {
        on_existing: 'overwrite',
        tag_ids: [tag],
        consent_origin: 'Loja',
        consent_day: '2026-01-01',
        consent_channels: ['sms'],
      },
    );
    expect(done).toMatchObject({ added: 4, changed: 1 });
    await world.write({ from: '5511987700002', text: 'oi' });
    const edited = await card('5511987700003');
    await world.call(ana, updateCustomer, { id: edited.customer.id, name: 'Some Editada' });
    const old = await card('Velha');
    await world.call(ana, updateCustomer, {
      id: old.customer.id,
      name: 'Velha Outra',
      values: [{ field_id: field.total, value: '8' }],
    });
    await world.call(ana, undoCustomerImport, { id: done.id });
    expect(await imports.until(done.id, 'undone')).toMatchObject({ removed: 2, stayed: 2, undo_until: null });
    expect((await find('Some')).map(({ phone_number }) => phone_number).toSorted()).toEqual([
      '5511987700002',
      '5511987700003',
    ]);
    expect(await card('Velha')).toMatchObject({
      customer: { name: 'Velha Conhecida', tags: [] },
      email: null,
      // Somebody has corrected it since.
      values: [{ field_id: field.total, value: '8' }],
    });
    expect(await refusalOf(world.call(ana, undoCustomerImport, { id: done.id }))).toBe('CONFLICT error.import.state');
  });

  test('as a group -> all who came in are its members, of a taken name too; undone, they go with it', async () => {
    const { ana, bruno } = world.people;
    const there = await create('Já cliente', '5511933450009');
    const file = ['nome;celular', 'Um;11933450001', 'Dois;11933450002', 'Três;11933450003', 'Já;11933450009'].join(
      '\n',
    );
    await imports.done('Feira de maio.csv', file.replaceAll('93345', '93346'), { as_group: true });
    const done = await imports.done('Feira de maio.csv', file, { as_group: true, on_existing: 'skip' });
    expect(done).toMatchObject({ added: 3, kept: 1 });
    const { customerGroups: groups } = await world.call(ana, customerGroups, {});
    const named = groups.filter(({ name }) => name.startsWith('Feira de maio'));
    expect(named).toMatchObject([
      { name: 'Feira de maio', member_count: 4, audience: null },
      { id: done.group_id, name: 'Feira de maio (2)', member_count: 4 },
    ]);
    const members = await world.rows('select from customer_group_member where group_id = $1 and customer_id = $2', [
      done.group_id,
      there,
    ]);
    expect(members).toHaveLength(1);
    const tree = JSON.stringify({ not: [{ field: 'group', op: 'in', value: [done.group_id] }] });
    const { newAudience: without } = await world.call(ana, newAudience, { name: 'Sem a feira', tree });
    const inAudience = 'CONFLICT error.customerGroup.inAudience';
    expect(await refusalOf(world.call(ana, undoCustomerImport, { id: done.id }))).toBe(inAudience);
    await world.call(ana, deleteAudience, { id: without.id });
    await world.call(ana, undoCustomerImport, { id: done.id });
    // From the first moment: a campaign that begins now must not reach who isn't undone yet.
    const now = (await world.call(ana, customerGroups, {})).customerGroups.map(({ id }) => id);
    expect(now).not.toContain(done.group_id);
    expect(await imports.until(done.id, 'undone')).toMatchObject({ removed: 3, stayed: 0 });
    const left = (await world.call(ana, customerGroups, {})).customerGroups.map(({ name }) => name);
    expect([left.includes('Feira de maio'), left.includes('Feira de maio (2)')]).toEqual([true, false]);
    const inGroup = await world.call(ana, paginatedCustomers, { group_id: done.group_id ?? '' });
    expect(inGroup.paginatedCustomers.items).toEqual([]);
    // Whoever may only import makes no group.
    const { id } = await imports.checked('outra.csv', file.replaceAll('93345', '93347'));
    await world.rows(
      `insert into role_permission (tenant_id, role_id, route_name)
       select tenant_id, role_id, 'customers-base' from app_user where id = $1`,
      [bruno.id],
    );
    const start = (as_group: boolean) => world.call(bruno, startCustomerImport, { id, on_existing: 'fill', as_group });
    expect(await refusalOf(start(true))).toBe('FORBIDDEN error.forbidden');
    await start(false);
    await imports.until(id, 'done');
    // Nor who loses the other permission while it is under way.
    const { services } = world.server;
    const { late, lose } = await letIn(world.server, ['customers-base', 'customer-groups'], { name: 'importador' });
    await lose('customers-base');
    const asGroup = startImport(services, late, { id, on_existing: 'fill', as_group: true, tag_ids: [] });
    await expect(asGroup).rejects.toThrow('error.forbidden');
    await world.rows(
      `delete from role_permission where route_name = 'customers-base' and role_id =
      (select role_id from app_user where id = $1)`,
      [bruno.id],
    );
  });

  test('undo is over after 30 days', async () => {
    const done = await imports.done('velho.csv', 'Nome;Telefone\nTarde Demais;11987710001\n');
    await world.rows("update customer_import set finished_at = now() - interval '31 days' where id = $1", [done.id]);
    expect(await refusalOf(world.call(world.people.ana, undoCustomerImport, { id: done.id }))).toBe(
      'CONFLICT error.import.tooLate',
    );
  });
});

test('nobody goes on with a file -> it is given up; after 30 days nothing of an import’s rows is left', async () => {
  const idle = await imports.uploaded('parado.csv', 'Nome;Telefone\nParado;11987740001\n');
  const done = await imports.done('esquecido.csv', 'Nome;Telefone\nEsquecido;11987740002\nRuim;12\n');
  const of = (table: string) => world.rows(`select from ${table} where import_id = $1`, [done.id]);
  const left = async () => [...(await of('customer_import_change')), ...(await of('customer_import_refused'))].length;
  await forgetImports(world.server.services);
  expect([(await imports.read(idle.id)).status, await left()]).toEqual(['mapping', 2]);
  await world.rows("update customer_import set touched_at = now() - interval '8 days' where id = $1", [idle.id]);
  await world.rows("update customer_import set finished_at = now() - interval '31 days' where id = $1", [done.id]);
  await forgetImports(world.server.services);
  expect([(await imports.read(idle.id)).status, await left()]).toEqual(['cancelled', 0]);
  const [gone] = await world.rows<{ sha256: string }>('select sha256 from customer_import where id = $1', [idle.id]);
  expect(await world.rows('select from unused_file where sha256 = $1', [gone?.sha256])).toHaveLength(1);
});

describe('forms and rights', () => {
  test('a mapping without a phone, with a column twice, of a deleted field; a consent that is not whole -> by field', async () => {
    const { ana } = world.people;
    const { id } = await imports.uploaded('formas.csv', 'Nome;Telefone\nForma;11987720001\n');
    const map = (columns: ImportMapping['columns']) => fieldsOf(world.call(ana, mapCustomerImport, { id, columns }));
    expect(await map([{ column: 0, target: 'name' }])).toEqual({ columns: 'error.import.phone' });
    expect(
      await map([
        { column: 0, target: 'phone' },
        { column: 0, target: 'name' },
      ]),
    ).toEqual({ columns: 'error.import.columnTwice' });
    expect(
      await map([
        { column: 0, target: 'phone' },
        { column: 1, target: 'field' },
      ]),
    ).toEqual({ columns: 'error.field.invalid' });
    const [elsewhere] = await world.rows<{ id: string }>(
      `insert into customer_field (tenant_id, name, type) select tenant_id, 'Deles', 'text' from app_user where id = $1
       returning id`,
      [world.people.bia.id],
    );
    const mapped = (column: number, field_id: string) => {
      const columns = [
        { column: 0, target: 'phone' as const },
        { column, target: 'field' as const, field_id },
      ];
      return refusalOf(world.call(ana, mapCustomerImport, { id, columns }));
    };
    expect(await mapped(1, elsewhere?.id ?? '')).toBe('NOT_FOUND error.notFound');
    expect(await mapped(2, field.total)).toBe('INVALID error.invalid');
    const start = (more: object) => world.call(ana, startCustomerImport, { id, on_existing: 'fill', ...more });
    expect(await fieldsOf(start({ consent_origin: 'Loja' }))).toEqual({
      consent_day: 'error.field.required',
      consent_channels: 'error.field.required',
    });
    expect(
      await fieldsOf(start({ consent_origin: 'Loja', consent_day: '2999-01-01', consent_channels: ['sms'] })),
    ).toEqual({
      consent_day: 'error.import.dayToCome',
    });
    // Where it is tomorrow already, it is a day that there is.
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(await refusalOf(start({ consent_origin: 'Loja', consent_day: tomorrow, consent_channels: ['sms'] }))).toBe(
      'CONFLICT error.import.state',
    );
    expect(await refusalOf(start({}))).toBe('CONFLICT error.import.state');
    expect(await refusalOf(world.call(ana, pauseCustomerImport, { id }))).toBe('CONFLICT error.import.state');
    await world.call(ana, cancelCustomerImport, { id });
    expect(await imports.read(id)).toMatchObject({ status: 'cancelled', columns: [{ samples: [] }, { samples: [] }] });
  });

  test('without the permission -> refused; another company sees none, and its refused rows are not found', async () => {
    const { bruno, bia } = world.people;
    expect((await upload(world.url, bruno, 'x.csv', 'a;b\n1;2')).status).toBe(403);
    expect(await refusalOf(world.call(bruno, customerImports, {}))).toBe('FORBIDDEN error.forbidden');
    expect((await world.call(bia, customerImports, {})).customerImports.total_items).toBe(0);
    const [own] = (await world.call(world.people.ana, customerImports, {})).customerImports.items;
    const foreign = await fetch(`${world.url}/api/customer-imports/refused?import_id=${own?.id}`, {
      headers: { authorization: `Bearer ${bia.token}` },
    });
    expect(foreign.status).toBe(404);
  });
});
