import { customerRecords } from '../../models/journeys/customer-records.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { CustomerCard } from '../../src/machines/entities/customers.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly ana: Office;
  /** Another administrator's page, on which nothing is done. */
  readonly other: Office;
  readonly number: number;
  readonly name: string;
  readonly phone: string;
  /** Ids of what was made, by what it is. */
  readonly made: Map<'tag' | 'field' | 'outcome' | 'customer' | 'view' | 'group' | 'audience', string>;
}

const idOf = ({ made }: Path, what: Parameters<Path['made']['get']>[0]) => made.get(what) ?? '';
const BY_NAME = { by: 'name', descending: false };
const viewName = ({ number }: Path) => `Minha lista ${number}`;
const blockedNumbers = ({ number }: Path) => [1, 2].map((last) => `5511966${String(number).padStart(5, '0')}${last}`);

/** What the list looks for: nothing but the tag. */
const looked = (path: Path) => ({
  sort_name: 'name',
  sort_type: 'ASC',
  tag_id: idOf(path, 'tag'),
  group_id: null,
  instance_id: null,
  contact_days: null,
  blacklisted: null,
  consent: null,
  field_id: null,
  field_op: null,
  field_value: null,
});

async function seesCard(path: Path, what: string, looks: (card: CustomerCard) => boolean): Promise<void> {
  for (const office of [path.ana, path.other]) {
    office.look('chat.customer', { customer: idOf(path, 'customer') });
    await office.sees(what, 'chat.customer', ([card]) => card !== undefined && looks(card));
  }
}

async function seesView(path: Path, name: string | null): Promise<void> {
  await path.ana.listed('customers.views', {}, (rows) => {
    const found = rows.find(({ id }) => id === idOf(path, 'view'));
    return (found?.name ?? null) === name && (found === undefined || found.tag_id === idOf(path, 'tag'));
  });
}

async function seesMembers(path: Path, names: readonly string[]): Promise<void> {
  await path.ana.listed(
    'customerGroupMembers',
    { group: idOf(path, 'group') },
    (rows) => rows.map(({ name }) => name).join() === names.join(),
  );
}

async function seesBlocked(path: Path, numbers: readonly string[]): Promise<void> {
  for (const office of [path.ana, path.other])
    await office.listed('blockedContacts', {}, (rows) => {
      const found = rows.flatMap(({ phone }) => (blockedNumbers(path).includes(phone) ? [phone] : []));
      return found.toSorted().join() === numbers.join();
    });
}

const deeds = {
  'Ana says what there is to know of customers': async (path) => {
    const { ana, made, number } = path;
    ana.visit('/customer-fields');
    made.set('tag', await ana.save('tag', 'new', { name: `VIP ${number}`, color: 'teal' }));
    const field = { name: `Plano ${number}`, type: 'choice', options: ['Básico', 'Ouro'] };
    made.set('field', await ana.save('customerField', 'new', field));
    made.set('outcome', await ana.save('outcome', 'new', { name: `Vendido ${number}` }));
  },
  'Ana adds a customer': async ({ ana, made, name, phone }) => {
    ana.visit('/customers');
    made.set('customer', await ana.save('customer', 'new', { phone_number: phone, name }));
  },
  'Ana fills in the customer’s card': async (path) => {
    const id = idOf(path, 'customer');
    path.ana.visit(`/customers/${id}`);
    await path.ana.open('chat.customer', id);
    path.ana.type('chat.customer', id, { email: `c${path.number}@cliente.example` });
    const field = `value_${idOf(path, 'field')}` as const;
    path.ana.client.append({ type: 'form.changed', form: 'chat.customer', key: id, field, value: 'Ouro' });
    path.ana.submit('chat.customer', id);
    await path.ana.seesForm('chat.customer', id, { phase: 'saved' });
  },
  'Ana tags the customer': async (path) => {
    await path.ana.press('chat.tag', idOf(path, 'customer'), { tag_id: idOf(path, 'tag'), tagged: true });
  },
  'Ana records a consent': async (path) => {
    const values = { channel: 'whatsapp', kind: 'granted', evidence: 'Assinou na loja.' };
    await path.ana.press('consent', idOf(path, 'customer'), values);
  },
  'Ana saves what she looks for as a view': async (path) => {
    const values = { name: viewName(path), ...looked(path) };
    path.made.set('view', await path.ana.press('customers.view', 'new', values));
  },
  'Ana renames the view': async (path) => {
    await path.ana.press('customers.view', idOf(path, 'view'), { name: `${viewName(path)} B`, ...looked(path) });
  },
  'Ana deletes the view': async (path) => {
    await path.ana.press('customers.view.delete', idOf(path, 'view'));
  },
  'Ana puts the customer into a group': async (path) => {
    const { ana, made, number } = path;
    ana.visit('/customer-groups');
    made.set('group', await ana.save('customerGroup', 'new', { name: `Grupo ${number}` }));
    const values = { group_id: idOf(path, 'group'), customer_ids: [idOf(path, 'customer')] };
    await ana.press('customerGroup.add', 'chosen', values);
  },
  'Ana takes the customer out again': async (path) => {
    await path.ana.press('customerGroup.remove', `${idOf(path, 'group')}@${idOf(path, 'customer')}`);
  },
  'Ana fills the group from an audience': async (path) => {
    const { ana, made, number } = path;
    ana.visit('/target-audience');
    const tree = { all: [{ field: 'tag', op: 'in', value: [idOf(path, 'tag')] }] };
    await ana.listed('audience.count', { tree: JSON.stringify(tree) }, ([row]) => row?.total === 1);
    made.set('audience', await ana.save('audience', 'new', { name: `Público ${number}`, tree }));
    await ana.save('customerGroup', idOf(path, 'group'), { audience_id: idOf(path, 'audience') });
    await ana.press('customerGroup.refresh', idOf(path, 'group'));
  },
  'Ana deletes the group and the audience': async (path) => {
    await path.ana.press('customerGroup.delete', idOf(path, 'group'));
    await path.ana.press('audience.delete', idOf(path, 'audience'));
  },
  'Ana takes the list home': async (path) => {
    await path.ana.press('download', 'customers', { tag_id: idOf(path, 'tag'), format: 'csv' });
  },
  'Ana blocks the numbers of a file': async (path) => {
    const { ana } = path;
    ana.visit('/blocked-contacts');
    const key = crypto.randomUUID();
    const file = new File([`Telefone\n${blockedNumbers(path).join('\n')}\n`], 'numeros.csv', { type: 'text/csv' });
    ana.client.adapters.files.keep(key, file);
    const numbers = await ana.press('blockedContacts.file', key, { file_name: file.name });
    await ana.press('blockedContacts', 'new', { numbers, reason: 'Pediram' });
  },
  'Ana lets one of them in again': async (path) => {
    await path.ana.press('blockedContacts.unblock', blockedNumbers(path)[0] ?? '');
  },
  'Ana erases the customer': async (path) => {
    const { ana, phone } = path;
    const key = idOf(path, 'customer');
    await ana.open('customer.erase', key, { phone_number: '' });
    ana.type('customer.erase', key, { phone_number: `${phone.slice(0, -1)}${phone.endsWith('0') ? 1 : 0}` });
    ana.submit('customer.erase', key);
    await ana.seesForm('customer.erase', key, { phase: 'refused', fields: { phone_number: 'error.erase.number' } });
    ana.type('customer.erase', key, { phone_number: phone });
    ana.submit('customer.erase', key);
    await ana.seesForm('customer.erase', key, { phase: 'saved' });
  },
  'Ana deletes what there is to know': async (path) => {
    await path.ana.press('tag.delete', idOf(path, 'tag'));
    await path.ana.press('customerField.delete', idOf(path, 'field'));
    await path.ana.press('outcome.delete', idOf(path, 'outcome'));
  },
} satisfies Record<DeedOf<typeof customerRecords>, Act<Path>>;

async function seesKinds(path: Path, isThere: boolean): Promise<void> {
  for (const office of [path.ana, path.other]) {
    await office.listed('tags', {}, (rows) => rows.some(({ id }) => id === idOf(path, 'tag')) === isThere);
    await office.listed('customerFields', {}, (rows) => rows.some(({ id }) => id === idOf(path, 'field')) === isThere);
    await office.listed('outcomes', {}, (rows) => rows.some(({ id }) => id === idOf(path, 'outcome')) === isThere);
  }
}

const scenes = {
  'nobody yet': async ({ ana }) => void (await ana.listed('tags', {}, () => true)),
  'a tag, a field and an outcome': (path) => seesKinds(path, true),
  'a customer': (path) =>
    seesCard(path, 'the customer', (card) => card.name === path.name && card.phone === path.phone),
  'a card': (path) =>
    seesCard(
      path,
      'the card as it was filled in',
      (card) => card.email === `c${path.number}@cliente.example` && card.values[idOf(path, 'field')] === 'Ouro',
    ),
  tagged: async (path) => {
    await seesCard(path, 'the tag', ({ tags }) => tags.map(({ id }) => id).join() === idOf(path, 'tag'));
    await path.ana.listed('customers', { tag: idOf(path, 'tag') }, (rows) => rows.length === 1, BY_NAME);
  },
  consenting: async (path) => {
    await path.ana.listed(
      'chat.consents',
      { customer: idOf(path, 'customer') },
      ([row, more]) => row?.isGranted === true && row.evidence === 'Assinou na loja.' && more === undefined,
    );
  },
  'a view of hers': (path) => seesView(path, viewName(path)),
  'the view has another name': (path) => seesView(path, `${viewName(path)} B`),
  'no view': (path) => seesView(path, null),
  'in a group': (path) => seesMembers(path, [path.name]),
  'an empty group': (path) => seesMembers(path, []),
  'filled from an audience': async (path) => {
    await path.ana.listed('customerGroups', {}, (rows) =>
      rows.some((row) => row.id === idOf(path, 'group') && row.members === 1 && !row.isFilling),
    );
    await seesMembers(path, [path.name]);
  },
  'no group': async (path) => {
    await path.ana.listed('customerGroups', {}, (rows) => rows.every(({ id }) => id !== idOf(path, 'group')));
    await path.ana.listed('audiences', {}, (rows) => rows.every(({ id }) => id !== idOf(path, 'audience')));
  },
  'on a sheet': async ({ ana, name, phone }) => {
    const text = await ana.client.environment.saved.at(-1)?.file.text();
    const [head, row, ...more] = text?.trim().split('\r\n') ?? [];
    if (head === undefined || row === undefined || more.length > 0) throw new Error(`The sheet is ${text}`);
    if (!row.includes(name) || !row.replaceAll(/\D/gu, '').includes(phone)) throw new Error(`The sheet has ${row}`);
  },
  'two numbers blocked': (path) => seesBlocked(path, blockedNumbers(path)),
  'one number blocked': (path) => seesBlocked(path, blockedNumbers(path).slice(1)),
  erased: async (path) => {
    await path.ana.listed('customers', { tag: idOf(path, 'tag') }, (rows) => rows.length === 0, BY_NAME);
    const { ana, other, phone } = path;
    for (const office of [ana, other]) {
      office.client.append({ type: 'list.queried', list: 'customers', change: { search: phone, filters: {} } });
      await office.sees('nobody with the number', 'customers', (rows) => rows.every((row) => row.phone !== phone));
    }
  },
  'nothing to know': (path) => seesKinds(path, false),
} satisfies Record<SceneOf<typeof customerRecords>, Act<Path>>;

export const customerRecordsSteps: Steps<Path, OfficeWorld> = {
  journey: customerRecords,
  begin: async (world) => {
    const [ana, other] = [await world.at('ana'), await world.at('another ana')];
    const number = world.next();
    other.look('customers', {}, BY_NAME);
    const phone = `5511977${String(number).padStart(6, '0')}`;
    return { world, ana, other, number, name: `Marta ${number}`, phone, made: new Map() };
  },
  deeds,
  scenes,
};
