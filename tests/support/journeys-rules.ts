import { rulesJourney } from '../../models/journeys/rules.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { NEW_RULE } from '../../src/machines/entities/rules.ts';
import type { ListedRule, RuleDefinition, RuleTest } from '../../src/machines/entities/rules.ts';
import type { FormValues } from '../../src/machines/entities/forms.ts';
import { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import type { Customer } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly provider: EmulatorClient;
  readonly ana: Office;
  /** Another administrator's page. */
  readonly other: Office;
  /** What the rule is called, the word it waits for, and the tag it gives. */
  readonly name: string;
  readonly word: string;
  readonly tagId: string;
  /** Notes all messages: once it has, whatever was to happen by them has happened. */
  readonly watching: string;
  ruleId: string;
  /** Who wrote last. */
  customer: Customer;
}

const VENDAS = '100000000000001';

const noted: RuleDefinition = { ...NEW_RULE, actions: [{ do: 'note', id: null, text: 'Visto' }] };

/** Tags whoever writes the word. */
function tagging({ word, tagId }: Pick<Path, 'word' | 'tagId'>): RuleDefinition {
  const test: RuleTest = { field: 'text', field_id: null, comparison: 'words', op: 'has', values: [word] };
  return {
    ...NEW_RULE,
    condition: { join: 'all', groups: [{ join: 'all', tests: [test] }] },
    actions: [{ do: 'tag', id: tagId, text: '' }],
  };
}

/** As the form of a rule has it. */
const valuesOf = (name: string, definition: RuleDefinition): FormValues => ({
  name,
  is_active: true,
  definition: { ...definition },
});

async function write({ provider }: Path, { name, phone }: Customer, text: string): Promise<void> {
  await provider.saveCustomer(phone, name);
  await provider.write(VENDAS, phone, text);
}

/** Somebody who hasn't written before. */
async function newcomer(path: Path, text: string): Promise<void> {
  const n = path.world.next();
  path.customer = { name: `Cliente ${n}`, phone: `55119555${String(n).padStart(5, '0')}` };
  await write(path, path.customer, text);
}

/** Ana's own two rules among the company's, in their order. */
const own = ({ name, watching }: Path, rows: readonly ListedRule[]) =>
  rows.filter((row) => row.name === name || row.id === watching);

/** Both pages see Ana's two rules so: who did it, and who only looks. */
async function seesRules(path: Path, what: string, looks: (rows: readonly ListedRule[]) => boolean): Promise<void> {
  for (const office of [path.ana, path.other]) await office.sees(what, 'rules', (rows) => looks(own(path, rows)));
}

/** Waits until so many messages of whoever wrote last were looked at. */
async function lookedAt({ world, watching, customer }: Path, count: number): Promise<void> {
  await expectEventually(async () => {
    const { rowCount } = await world.server.owner.query(
      `select from rule_execution e join customer c on c.id = e.customer_id
      where e.rule_id = $1 and c.phone_number = $2`,
      [watching, customer.phone],
    );
    return rowCount;
  }).toBe(count);
}

/** The rules by which something was done for whoever wrote last, as the page has it; once all that they wrote was looked at. */
async function actedFor(path: Path): Promise<readonly string[]> {
  const { ana, watching, customer } = path;
  await lookedAt(path, 1);
  let names: readonly string[] = [];
  ana.look('rule.executions');
  await ana.sees(`what was done for ${customer.name}`, 'rule.executions', (rows) => {
    const theirs = rows.filter((row) => row.customer?.name === customer.name);
    names = theirs.map((row) => `${row.rule.name} ${row.outcome}`);
    return theirs.some((row) => row.rule.id === watching);
  });
  return names;
}

async function tagsOf({ world, customer }: Path): Promise<readonly string[]> {
  const { rows } = await world.server.owner.query<{ id: string }>(
    `select h.tag_id::text as id from customer_tag h join customer c on c.id = h.customer_id where c.phone_number = $1`,
    [customer.phone],
  );
  return rows.map(({ id }) => id);
}

function expectSame(what: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(found)}`);
}

async function seesUnsaved(path: Path, looks: Parameters<Office['seesForm']>[2]): Promise<void> {
  await path.ana.seesForm('rule', 'new', looks);
  path.ana.look('rules');
  await seesRules(path, 'the watching rule alone', (rows) => rows.length === 1);
}

const deeds = {
  'Ana tries it': async ({ ana, name, word, tagId }) => {
    const definition = JSON.stringify(tagging({ word, tagId }));
    ana.look('rule.bench', { id: 'new', name, definition });
  },
  'Ana saves it': async (path) => {
    const { ana, name } = path;
    path.ruleId = await ana.save('rule', 'new', {}, valuesOf(name, tagging(path)));
  },
  'Ana saves it without an action': async (path) => {
    const { ana } = path;
    ana.type('rule', 'new', { definition: { ...tagging(path), actions: [] } });
    ana.submit('rule', 'new');
  },
  'Ana has it cause itself': async ({ ana, tagId }) => {
    const event = { on: 'customer.tagged', ids: [tagId], minutes: null } as const;
    const actions = (['untag', 'tag'] as const).map((name) => ({ do: name, id: tagId, text: '' }));
    ana.type('rule', 'new', { definition: { ...NEW_RULE, event, actions } });
    ana.submit('rule', 'new');
  },
  'a customer writes the word': (path) => newcomer(path, `Quero ${path.word.toUpperCase()}!`),
  'a customer writes something else': (path) => newcomer(path, `Bom dia, ${path.word}s`),
  'Ana switches it off': async ({ ana, ruleId }) => {
    await ana.save('rule.activate', ruleId, { is_active: false }, {});
  },
  'Ana switches it on': async ({ ana, ruleId }) => {
    await ana.save('rule.activate', ruleId, { is_active: true }, {});
  },
  'Ana puts it first': async ({ ana, ruleId, watching }) => {
    await ana.save('rule.order', 'all', { ids: [ruleId, watching] }, {});
  },
  'another administrator saves first': async ({ ana, other, ruleId }) => {
    await ana.open('rule', ruleId);
    await other.save('rule', ruleId, { definition: { ...noted } });
    ana.type('rule', ruleId, { definition: { ...noted, stops: true } });
  },
  'Ana saves her change': async ({ ana, ruleId }) => ana.submit('rule', ruleId),
  'Ana deletes it': async ({ ana, ruleId }) => {
    await ana.save('rule.delete', ruleId, {}, {});
  },
  'Ana reads in the file of all rules': async ({ ana }) => {
    const [file] = await ana.listed('rule.file', {}, (rows) => rows.length === 1);
    await ana.press('rule.import', 'file', { file: file?.text ?? '', keeps_active: false });
  },
} satisfies Record<DeedOf<typeof rulesJourney>, Act<Path>>;

const scenes = {
  written: (path) => seesUnsaved(path, { phase: 'pristine' }),
  tried: async (path) => {
    const { ana, customer } = path;
    await ana.sees('what it would have done', 'rule.bench', ([bench]) => {
      const theirs = bench?.trials.filter((trial) => trial.customer?.name === customer.name) ?? [];
      const verdicts = theirs.map(({ verdict, text, steps }) => [verdict, text, steps.length]);
      const wanted = [
        ['missed', 'Bom dia', 0],
        ['matched', `Quero ${path.word}`, 1],
      ];
      return bench?.loop === null && JSON.stringify(verdicts) === JSON.stringify(wanted);
    });
    expectSame('tags', await tagsOf(path), []);
  },
  'warned that it does nothing': (path) =>
    seesUnsaved(path, { phase: 'refused', fields: { actions: 'error.rule.noAction' } }),
  'warned of the cycle': async (path) => {
    await seesUnsaved(path, { phase: 'refused', failure: 'error.rule.loop' });
    const params = path.ana.client.directory.form('rule', 'new')?.getSnapshot().context.failure?.params;
    expectSame('chain', params?.['chain'], `“${path.name}” → “${path.name}”`);
  },
  on: (path) =>
    seesRules(path, 'it on, behind', (rows) => {
      const [, last] = rows;
      return rows.length === 2 && last?.name === path.name && last.isActive && last.number === 1;
    }),
  acted: async (path) => {
    expectSame('executions', (await actedFor(path)).toSorted(), [`${path.name} done`, `Vigia de ${path.name} done`]);
    expectSame('tags', await tagsOf(path), [path.tagId]);
  },
  'there a second time': (path) =>
    path.ana.sees('it on, and once more off', 'rules', (rows) => {
      const ours = rows.filter(({ name }) => name.startsWith(path.name));
      return ours.map(({ isActive }) => isActive).join() === 'true,false';
    }),
  'not concerned': async (path) => {
    expectSame('executions', await actedFor(path), [`Vigia de ${path.name} done`]);
    expectSame('tags', await tagsOf(path), []);
  },
  off: (path) =>
    seesRules(path, 'it off', (rows) =>
      rows.some((row) => row.id === path.ruleId && !row.isActive && row.number === 1),
    ),
  first: async (path) => {
    await seesRules(path, 'it first', ([row]) => row?.id === path.ruleId);
    await newcomer(path, path.word);
    // The latest first: it acted before the one that watches.
    expectSame('executions', await actedFor(path), [`Vigia de ${path.name} done`, `${path.name} done`]);
  },
  'changed by two': async (path) => {
    await path.ana.seesForm('rule', path.ruleId, { phase: 'dirty' });
    await seesRules(
      path,
      'its second version',
      ([, row]) => row?.number === 2 && row.definition.actions[0]?.do === 'note',
    );
  },
  'told that another was faster': async (path) => {
    await path.ana.seesForm('rule', path.ruleId, { phase: 'conflict', failure: 'error.form.conflict' });
    path.ana.look('rules');
    await seesRules(path, 'the other’s', ([, row]) => row?.number === 2 && !row.definition.stops);
  },
  deleted: (path) => seesRules(path, 'the watching rule alone', ([row, more]) => row?.id === path.watching && !more),
} satisfies Record<SceneOf<typeof rulesJourney>, Act<Path>>;

export const rulesSteps: Steps<Path, OfficeWorld> = {
  journey: rulesJourney,
  begin: async (world) => {
    const [ana, other] = [await world.at('ana'), await world.at('another ana')];
    const provider = new EmulatorClient(world.url);
    ana.visit('/rules');
    const n = world.next();
    const [name, word] = [`Marca ${n}`, `promocao${n}`];
    const { rows } = await world.server.owner.query<{ id: string }>(
      `insert into tag (tenant_id, name, color) select id, $1, 'red' from tenant where slug = 'aurora'
      returning id::text as id`,
      [word],
    );
    await world.server.owner.query('update rule set is_active = false');
    const watching = await ana.save('rule', 'new', {}, valuesOf(`Vigia de ${name}`, noted));
    const customer = { name: '', phone: '' };
    const path = { world, provider, ana, other, name, word, tagId: rows[0]?.id ?? '', watching, ruleId: '', customer };
    await newcomer(path, `Quero ${word}`);
    await write(path, path.customer, 'Bom dia');
    await lookedAt(path, 2);
    for (const office of [ana, other]) office.look('rules');
    await ana.open('rule', 'new', valuesOf(name, tagging(path)));
    return path;
  },
  deeds,
  scenes,
};
