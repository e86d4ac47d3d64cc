import { afterAll, beforeAll, expect, test } from 'vitest';
import { GROUPS_MAX } from '../../../contract/facts/audiences.ts';
import { CUSTOMER_FIELDS_MAX, TAGS_MAX } from '../../../contract/facts/customers.ts';
import { FLOWS_MAX } from '../../../contract/facts/flows.ts';
import { OUTCOMES_MAX } from '../../../contract/facts/outcomes.ts';
import { deleteCustomerGroup, newCustomerGroup } from '../../../contract/graphql/customer-groups.ts';
import { deleteCustomerField } from '../../../contract/graphql/delete-customer-field.ts';
import { deleteTag } from '../../../contract/graphql/delete-tag.ts';
import { archiveFlow, newFlow } from '../../../contract/graphql/flows.ts';
import { newCustomerField } from '../../../contract/graphql/new-customer-field.ts';
import { newRole } from '../../../contract/graphql/new-role.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { deleteOutcome, newOutcome } from '../../../contract/graphql/outcomes.ts';
import { end, flow } from '../../flows/builders.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';

/* As many of each as a company may have, and no two of one name. */

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

type Kind = {
  key: string;
  most: number;
  /** The columns of one called `'N' || n`. */
  columns: string;
  values: string;
  table: string;
  add: (name: string) => Promise<string>;
  remove: (id: string) => Promise<unknown>;
};

const FLOW = JSON.stringify(flow({ start: end('Tchau!') }));
const kinds: readonly Kind[] = [
  {
    key: 'tag',
    most: TAGS_MAX,
    table: 'tag',
    columns: 'color',
    values: "'blue'",
    add: async (name) => (await world.call(world.people.ana, newTag, { name, color: 'red' })).newTag.id,
    remove: (id) => world.call(world.people.ana, deleteTag, { id }),
  },
  {
    key: 'customerField',
    most: CUSTOMER_FIELDS_MAX,
    table: 'customer_field',
    columns: 'type',
    values: "'text'",
    add: async (name) =>
      (await world.call(world.people.ana, newCustomerField, { name, type: 'text', options: [], position: 0 }))
        .newCustomerField.id,
    remove: (id) => world.call(world.people.ana, deleteCustomerField, { id }),
  },
  {
    key: 'outcome',
    most: OUTCOMES_MAX,
    table: 'outcome',
    columns: 'version',
    values: '1',
    add: async (name) => (await world.call(world.people.ana, newOutcome, { name })).newOutcome.id,
    remove: (id) => world.call(world.people.ana, deleteOutcome, { id }),
  },
  {
    key: 'customerGroup',
    most: GROUPS_MAX,
    table: 'customer_group',
    columns: 'version',
    values: '1',
    add: async (name) => (await world.call(world.people.ana, newCustomerGroup, { name })).newCustomerGroup.id,
    remove: (id) => world.call(world.people.ana, deleteCustomerGroup, { id }),
  },
  {
    key: 'flow',
    most: FLOWS_MAX,
    table: 'flow',
    columns: 'kind, draft',
    values: "'passive', '{}'",
    add: async (name) =>
      (await world.call(world.people.ana, newFlow, { name, kind: 'passive', flow: FLOW, places: '{}' })).newFlow.id,
    remove: (id) => world.call(world.people.ana, archiveFlow, { id, archived: true }),
  },
];

test.each(kinds)('$key: its name is free once, and $most are enough', async (kind) => {
  const { key, most, table, columns, values, add, remove } = kind;
  const tooMany = `CONFLICT error.${key}.${key === 'customerGroup' ? 'limit' : 'tooMany'}`;
  await add('Prioridade');
  expect(await fieldsOf(add(' PRIORIDADE'))).toEqual({ name: `error.${key}.nameTaken` });
  await world.rows(
    `insert into ${table} (tenant_id, name, ${columns})
     select tenant_id, 'N' || n, ${values} from app_user, generate_series(1, $2::integer) n where id = $1`,
    [world.people.ana.id, most - 2],
  );
  const last = await add('A última');
  expect(await refusalOf(add('Uma a mais'))).toBe(tooMany);
  await remove(last);
  await add('No seu lugar');
  expect(await refusalOf(add('Uma a mais'))).toBe(tooMany);
  if (key !== 'flow') return;
  expect(await refusalOf(world.call(world.people.ana, archiveFlow, { id: last, archived: false }))).toBe(tooMany);
});

test('a role’s name is free once, too', async () => {
  const add = (display_name: string) => world.call(world.people.ana, newRole, { display_name });
  await add('Estoque');
  expect(await fieldsOf(add('ESTOQUE'))).toEqual({ display_name: 'error.role.nameTaken' });
});
