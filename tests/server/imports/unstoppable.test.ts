import { afterAll, beforeAll, expect, test } from 'vitest';
import { resumeCustomerImport, undoCustomerImport } from '../../../contract/graphql/customer-imports.ts';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { deleteTag } from '../../../contract/graphql/delete-tag.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { rawWorkbook } from '../media/zip-bomb.ts';
import { importsOf } from './import-world.ts';

let world: World;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  world = await startAttendance({ attendance: { imports: { pollMs: 30, chunk: 3 } } });
  imports = importsOf(world.url, world.people.ana);
});
afterAll(() => world.stop());

const card = async (search: string) => {
  const { ana } = world.people;
  const [found] = (await world.call(ana, paginatedCustomers, { search, pagination_limit: 100 })).paginatedCustomers
    .items;
  if (found === undefined) throw new Error(`Nobody is called ${search}`);
  return (await world.call(ana, customerDetails, { id: found.id })).customerDetails;
};
const create = async (name: string, phone_number: string) =>
  (await world.call(world.people.ana, newCustomer, { name, phone_number })).newCustomer.customer.id;

test('XLSX: half a character in a note, and rows that are numbered alike -> each is taken or refused', async () => {
  const row = (at: number, ...cells: string[]) =>
    `<row r="${at}">${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
  const rows = [
    row(1, 'Nome', 'Telefone', 'Obs'),
    row(5, 'Errada Um', '12', ''),
    row(5, 'Errada Dois', '13', ''),
    row(5, 'Meia Letra', '11987730001', 'antes&#xD83D;depois'),
  ];
  const sheetXml = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
  const done = await imports.done('meia.xlsx', new Uint8Array(rawWorkbook('worksheet', 'sheet.xml', sheetXml)));
  expect(done).toMatchObject({ status: 'done', added: 1, refused: 2, kept: 0 });
  expect((await card('Meia Letra')).note).toBe('antes\uFFFDdepois');
});

test('a tag that is deleted meanwhile -> the others are given', async () => {
  const { ana } = world.people;
  const tag = async (name: string) => (await world.call(ana, newTag, { name, color: 'blue' })).newTag.id;
  const [stays, goes] = [await tag('Fica'), await tag('Some')];
  await create('Tina Antiga', '5511987750001');
  const { id } = await imports.checked('tags.csv', 'Nome;Telefone\nTina;11987750001\nTulio Novo;11987750002\n');
  await world.rows(
    "update customer_import set status = 'paused', tag_ids = array[$2::bigint, $3::bigint] where id = $1",
    [id, stays, goes],
  );
  await world.call(ana, deleteTag, { id: goes });
  await world.call(ana, resumeCustomerImport, { id });
  expect(await imports.until(id, 'done')).toMatchObject({ status: 'done', added: 1, changed: 1 });
  const tags = async (name: string) => (await card(name)).customer.tags?.map((each) => each.name);
  expect([await tags('Tina'), await tags('Tulio')]).toEqual([['Fica'], ['Fica']]);
});

test('a step that fails again and again -> ends, and the next import has its turn', async () => {
  const hurried = await startAttendance({ attendance: { imports: { pollMs: 30, retryMs: 30 } } });
  try {
    const steps = importsOf(hurried.url, hurried.people.ana);
    const { id } = await steps.checked('preso.csv', 'Nome;Telefone\nPreso;11987760001\n');
    await hurried.rows(
      "update customer_import set status = 'importing', attempts = 4, sha256 = repeat('0', 64) where id = $1",
      [id],
    );
    // Four times is not too often, five times is.
    const often = async (attempts: number) => {
      const { id: each } = await steps.checked(`vezes-${attempts}.csv`, `Telefone\n1198776010${attempts}\n`);
      await hurried.rows("update customer_import set status = 'importing', attempts = $2 where id = $1", [
        each,
        attempts,
      ]);
      return each;
    };
    const next = steps.done('livre.csv', 'Nome;Telefone\nLivre;11987760002\n');
    expect(await steps.until(id, 'failed')).toMatchObject({ failure: 'error.import.stuck', added: 0 });
    expect(await next).toMatchObject({ status: 'done', added: 1 });
    expect((await steps.until(await often(4), 'done')).status).toBe('done');
    expect((await steps.until(await often(5), 'done')).failure).toBe('error.import.stuck');
  } finally {
    await hurried.stop();
  }
});

test('progress can’t be published -> the work continues', async () => {
  const rows = Array.from({ length: 7 }, (_, at) => `Calada ${at};1198777000${at}`);
  const { id } = await imports.uploaded('calado.csv', ['Nome;Telefone', ...rows].join('\n'));
  await world.rows(
    `alter table event add constraint untold check (data->>'list' is distinct from 'customer_imports') not valid`,
  );
  await world.rows("update customer_import set status = 'checking' where id = $1", [id]);
  await expect.poll(async () => (await imports.read(id)).passed).toBe(7);
  await world.rows('alter table event drop constraint untold');
  expect(await imports.until(id, 'ready')).toMatchObject({ status: 'ready', check: { new: 7 } });
});

test('undone -> attendants of a changed customer see the previous name', async () => {
  const { ana } = world.people;
  const id = await create('Dora Antes', '5511987780001');
  await world.write({ from: '5511987780001', text: 'oi' });
  const names = async () =>
    (
      await world.rows<{ name: string }>(
        `select data->'customer'->>'name' as name from event
        where name = 'CustomerUpdated' and data->'customer'->>'id' = $1 order by position`,
        [id],
      )
    ).map(({ name }) => name);
  const before = (await names()).length;
  const done = await imports.done('dora.csv', 'Nome;Telefone\nDora Depois;11987780001\n', { on_existing: 'overwrite' });
  await world.call(ana, undoCustomerImport, { id: done.id });
  await imports.until(done.id, 'undone');
  expect((await names()).slice(before)).toEqual(['Dora Depois', 'Dora Antes']);
  const lists = await world.rows<{ list: string }>(
    "select data->>'list' as list from event where name = 'ListUpdated' order by position desc limit 4",
  );
  expect(lists.map(({ list }) => list)).toEqual(['consents', 'blocked_contacts', 'customers', 'customer_imports']);
});

test('a refused row comes back with its whole note', async () => {
  const note = 'x'.repeat(2_000);
  const { id } = await imports.checked('nota.csv', `Nome;Telefone;Obs\nLonga;12;${note}\n`);
  const response = await fetch(`${world.url}/api/customer-imports/refused?import_id=${id}&format=csv`, {
    headers: { authorization: `Bearer ${world.people.ana.token}` },
  });
  expect(await response.text()).toContain(`;${note}\r\n`);
});
