import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportColumn } from '../../../contract/entities/customer-import.ts';
import { declareConsent } from '../../../contract/graphql/customer-consents.ts';
import { cancelCustomerImport, undoCustomerImport } from '../../../contract/graphql/customer-imports.ts';
import { changeGroupMembers, newCustomerGroup } from '../../../contract/graphql/customer-groups.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { pinCustomer } from '../../../contract/graphql/pin-customer.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { withTenant } from '../../../server/db/database.ts';
import { forgetImports } from '../../../server/domain/imports/forget-imports.ts';
import { claimImports } from '../../../server/domain/imports/import-leases.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { importsOf } from './import-world.ts';

let world: World;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  world = await startAttendance({ attendance: { imports: { pollMs: 30, chunk: 3 } } });
  imports = importsOf(world.url, world.people.ana);
});
afterAll(() => world.stop());

describe('mapping again', () => {
  test('while a check runs -> what the old one found is not taken for the new one’s', async () => {
    const rows = Array.from({ length: 600 }, (_, at) => `${11_987_600_000 + at};${at < 3 ? 11_987_500_000 + at : ''}`);
    const { id } = await imports.uploaded('duas-vezes.csv', ['Um;Outro', ...rows].join('\n'));
    const column: ImportColumn = { heading: '', samples: [], filled: 0, target: null, field_id: null };
    const phone: ImportColumn = { ...column, target: 'phone' };
    await imports.map(id, [phone, column]);
    await expect.poll(async () => (await imports.read(id)).passed, { interval: 5 }).toBeGreaterThan(0);
    await imports.map(id, [column, phone]);
    expect(await imports.until(id, 'ready')).toMatchObject({
      passed: 600,
      refused: 597,
      check: { new: 3, no_number: 597 },
    });
    const refused = await world.rows('select from customer_import_refused where import_id = $1', [id]);
    expect(refused).toHaveLength(597);
  });
});

describe('undo', () => {
  const create = async (name: string, phone_number: string) =>
    (await world.call(world.people.ana, newCustomer, { name, phone_number })).newCustomer.customer.id;

  test('opt-outs stay, those that a merge kept as well; only what the import allowed goes', async () => {
    const { ana } = world.people;
    const declare = (customer_id: string, kind: 'granted' | 'revoked') =>
      world.call(ana, declareConsent, { customer_id, channel: 'whatsapp', kind, evidence: 'disse' });
    const merged = async (phone: string) => {
      const id = await create('Fica Fora', phone);
      const other = await create('Fica Fora', `${phone.slice(0, -1)}9`);
      await declare(id, 'revoked');
      // Newer, of who is merged into them.
      await declare(other, 'granted');
      await world.call(ana, mergeCustomers, { id, other_id: other });
      return id;
    };
    const both = [await merged('5511987800001'), await merged('5511987800011')];
    const consents = () =>
      world.rows('select whatsapp_consent as whatsapp, sms_consent as sms from customer where id = any($1)', [both]);
    // One import that allows something, and one that doesn't.
    const sms = { consent_origin: 'Loja', consent_day: '2026-01-01', consent_channels: ['sms' as const] };
    const one = await imports.done('sms.csv', 'Telefone;Email\n11987800001;um@a.example\n', sms);
    const two = await imports.done('nada.csv', 'Telefone;Email\n11987800011;dois@a.example\n');
    expect([one.changed, two.changed]).toEqual([1, 1]);
    expect(await consents()).toEqual(expect.arrayContaining([{ whatsapp: 'revoked', sms: 'granted' }]));
    for (const { id } of [one, two]) {
      await world.call(ana, undoCustomerImport, { id });
      await imports.until(id, 'undone');
    }
    expect(await consents()).toEqual([
      { whatsapp: 'revoked', sms: null },
      { whatsapp: 'revoked', sms: null },
    ]);
  });

  test('customers tagged, pinned or put into a group stay; those with only the import’s tag are removed', async () => {
    const { ana } = world.people;
    const tag = async (name: string) => (await world.call(ana, newTag, { name, color: 'blue' })).newTag.id;
    const [own, other] = [await tag('Da importação'), await tag('À mão')];
    const done = await imports.done(
      'trabalhados.csv',
      ['Nome;Telefone', ...[1, 2, 3, 4, 5, 6, 7].map((digit) => `Trabalhada ${digit};1198781000${digit}`)].join('\n'),
      { tag_ids: [own] },
    );
    expect(done.added).toBe(7);
    const [tagged = '', pinned = '', grouped = '', allowing = '', again = '', numbered = ''] = (
      await world.rows<{ id: string }>("select id from customer where name like 'Trabalhada %' order by name")
    ).map(({ id }) => id);
    await world.call(ana, tagCustomer, { id: tagged, tag_id: other, tagged: true });
    await world.call(ana, pinCustomer, { id: pinned, pinned: true });
    const group = (await world.call(ana, newCustomerGroup, { name: 'Escolhidas', audience_id: null })).newCustomerGroup;
    await world.call(ana, changeGroupMembers, { id: group.id, customer_ids: [grouped], member: true });
    const said = { customer_id: allowing, channel: 'sms', kind: 'granted', evidence: 'disse' } as const;
    await world.call(ana, declareConsent, said);
    expect(await imports.done('de-novo-ela.csv', 'Telefone\n11987810005\n')).toMatchObject({ kept: 1 });
    await world.rows(
      'insert into customer_number (tenant_id, address, customer_id) select tenant_id, $2, id from customer where id = $1',
      [numbered, '5511987810066'],
    );
    await world.call(ana, undoCustomerImport, { id: done.id });
    expect(await imports.until(done.id, 'undone')).toMatchObject({ removed: 1, stayed: 6 });
    const left = await world.rows("select id from customer where name like 'Trabalhada %' order by name");
    expect(left).toEqual([tagged, pinned, grouped, allowing, again, numbered].map((id) => ({ id })));
    const cancelled = await imports.uploaded('desistida.csv', 'Nome;Telefone\nNinguém;11987810009\n');
    await world.call(ana, cancelCustomerImport, { id: cancelled.id });
    // Nothing of it came in: there is nothing to undo, and the same file isn't one that came earlier.
    expect(await refusalOf(world.call(ana, undoCustomerImport, { id: cancelled.id }))).toBe(
      'CONFLICT error.import.state',
    );
    expect(await imports.uploaded('de-novo.csv', 'Nome;Telefone\nNinguém;11987810009\n')).toMatchObject({
      earlier: null,
    });
    const written = await world.rows<{ action: string; subject: string }>(
      'select action, subject from audit where subject = any($1) and user_id = $2 order by id',
      [[done, cancelled].map(({ id }) => `import:${id}`), ana.id],
    );
    expect(written.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      `import.upload import:${done.id}`,
      `import.start import:${done.id}`,
      `import.undo import:${done.id}`,
      `import.upload import:${cancelled.id}`,
      `import.cancel import:${cancelled.id}`,
    ]);
  });

  test('whether a customer is in a campaign is found by an index', async () => {
    const { db } = world.server;
    const [aurora] = await world.rows<{ id: string }>("select id from tenant where slug = 'aurora'");
    const plan = await withTenant(db, aurora?.id ?? '', async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql`explain select from campaign_recipient r
        where r.tenant_id = ${aurora?.id} and r.customer_id = 1`.execute(tx);
      return JSON.stringify(rows);
    });
    expect(plan).toContain('campaign_recipient_of');
  });
});

describe('imports of a company', () => {
  /** One that nobody went on with for eight days, of the company of a user. */
  const insert = async (userId: string, status: string, locked = '') => {
    const [row] = await world.rows<{ id: string; tenant: string }>(
      `insert into customer_import (tenant_id, client_id, name, size_bytes, sha256, status, touched_at, locked_by,
        locked_until)
       select tenant_id, gen_random_uuid(), 'velho.csv', 1, 'x', $2, now() - interval '8 days', nullif($3, ''),
        case when $3 <> '' then now() + interval '1 hour' end
       from app_user where id = $1 returning id, tenant_id as tenant`,
      [userId, status, locked],
    );
    if (row === undefined) throw new Error('Nothing was inserted');
    return row;
  };

  test('a node has one -> no other node takes the next', async () => {
    const { tenant, ...first } = await insert(world.people.ana.id, 'checking', 'another node');
    const next = await insert(world.people.ana.id, 'checking');
    const claims = await claimImports(world.server.db, tenant, { id: 'this node', leaseMs: 60_000, limit: 1 });
    expect(claims).toEqual([]);
    const locks = await world.rows(
      `update customer_import set status = 'cancelled', locked_until = null where id = any($1) returning locked_by`,
      [[first.id, next.id]],
    );
    expect(locks).toEqual(expect.arrayContaining([{ locked_by: 'another node' }, { locked_by: null }]));
  });

  test('somebody goes on with an old one just as it is given up -> it stays', async () => {
    const { id, tenant } = await insert(world.people.ana.id, 'paused');
    let forgetting: Promise<void> | undefined;
    await withTenant(world.server.db, tenant, async (tx) => {
      await sql`update customer_import set touched_at = now() where tenant_id = ${tenant} and id = ${id}`.execute(tx);
      forgetting = forgetImports(world.server.services);
      const waiting = () =>
        world.rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%customer_import%'`);
      await expect.poll(waiting).toHaveLength(1);
    });
    await forgetting;
    expect((await imports.read(id)).status).toBe('paused');
  });

  test('those of one company can’t be given up -> the others’ are', async () => {
    const { ana, bia } = world.people;
    const [broken, other] = [await insert(ana.id, 'paused'), await insert(bia.id, 'paused')];
    await world.rows(`create function break_here() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`);
    await world.rows(`create trigger break_here before update on customer_import for each row
      when (new.tenant_id = ${broken.tenant}) execute function break_here()`);
    try {
      await forgetImports(world.server.services);
    } finally {
      await world.rows('drop trigger break_here on customer_import');
    }
    const left = await world.rows('select id, status from customer_import where id = any($1) order by tenant_id', [
      [broken.id, other.id],
    ]);
    expect(left).toEqual([
      { id: broken.id, status: 'paused' },
      { id: other.id, status: 'cancelled' },
    ]);
  });
});
