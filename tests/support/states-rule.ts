import { ruleModel } from '../../models/server/rule.model.ts';
import type { RuleEvent as ModelEvent, RuleState } from '../../models/server/rule.model.ts';
import { deleteRule, newRule, orderRules, rules, setRuleActive, updateRule } from '../../contract/graphql/rules.ts';
import { tagCustomer } from '../../contract/graphql/tag-customer.ts';
import type { Rule, RuleDefinition } from '../../contract/entities/rule.ts';
import { runRules } from '../../server/domain/rules/run-rules.ts';
import { act, all, on, rule } from '../server/rules/rules-world.ts';
import type { StatesSteps } from './states-walk.ts';
import type { StatesWorld } from './states-world.ts';

interface Path {
  readonly world: StatesWorld;
  readonly id: string;
  readonly otherId: string;
  readonly name: string;
  /** As it was written, and what is written instead. */
  readonly circular: RuleDefinition;
  readonly harmless: RuleDefinition;
  readonly tagA: string;
  /** The version that is known, also once it is deleted. */
  version: string;
  /** Actions that the audit has to have, of both rules. */
  readonly audited: string[];
  /** The tags that it gives, as it was written and as it is written instead. */
  readonly given: readonly string[];
  /** How many customers were tagged while it was on. */
  tagged: number;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly is_active: boolean;
  readonly number: number;
  readonly version: string;
  readonly position: number;
  readonly deleted: boolean;
}

const known = ({ world, id, otherId }: Path) =>
  world.rows<Row>(
    `select id::text as id, name, is_active, number, version::text as version, position, deleted_at is not null as deleted
    from rule r where id = any($1::bigint[]) order by r.id`,
    [[id, otherId]],
  );

const did = ({ world, id }: Path) =>
  world.rows("select number from rule_execution where rule_id = $1 and outcome = 'done' order by id", [id]);

const ana = ({ world }: Path) => world.people.ana;

/** Saves it with the switch that it has; what it is called otherwise. */
async function save(
  path: Path,
  definition: RuleDefinition,
  more: { name?: string; version?: string } = {},
): Promise<void> {
  const { world, id, name, version } = path;
  const [row] = await known(path);
  const form = { name, version, definition: JSON.stringify(definition), is_active: row?.is_active ?? false, ...more };
  const { updateRule: saved } = await world.call(ana(path), updateRule, { id, ...form });
  if (saved.version === version) throw new Error('It has the same version');
  path.version = saved.version;
  // Saved as it is, nothing is to be told.
  if (saved.number !== row?.number) path.audited.push('rule.update');
}

async function turn(path: Path, id: string, is_active: boolean): Promise<void> {
  const before = (await known(path)).find((row) => row.id === id);
  await path.world.call(ana(path), setRuleActive, { id, is_active });
  if (before?.is_active !== is_active) path.audited.push(is_active ? 'rule.activate' : 'rule.deactivate');
}

/** Somebody new is tagged with A; what follows of it is done. */
async function tagSomebody(path: Path): Promise<void> {
  const { world, tagA } = path;
  const { customers } = await world.group(1);
  await world.call(ana(path), tagCustomer, { id: customers[0] ?? '', tag_id: tagA, tagged: true });
  while (await runRules(world.services, world.tenantId));
  const own = (await known(path)).find(({ id }) => id === path.id);
  if (own?.is_active === true && !own.deleted) path.tagged += 1;
}

const deeds = {
  'switched on': (path) => turn(path, path.id, true),
  'switched off': (path) => turn(path, path.id, false),
  'saved harmless': (path) => save(path, path.harmless),
  'saved as it was': (path) => save(path, path.circular),
  'saved with a name that is taken': (path) =>
    save(path, path.harmless, { name: `A outra de ${path.name}`.toUpperCase() }),
  'saved from an older version': (path) => save(path, path.harmless, { version: '0' }),
  deleted: async (path) => {
    await path.world.call(ana(path), deleteRule, { id: path.id });
    path.audited.push('rule.delete');
  },
  'swapped with the other': async (path) => {
    const ids = (await known(path)).toSorted((one, other) => other.position - one.position).map(({ id }) => id);
    await path.world.call(ana(path), orderRules, { ids });
  },
  'other switched on': (path) => turn(path, path.otherId, true),
  'other switched off': (path) => turn(path, path.otherId, false),
  'somebody tagged': tagSomebody,
} satisfies Record<ModelEvent, (path: Path) => Promise<unknown>>;

async function listed(path: Path): Promise<readonly Rule[]> {
  const { rules: all } = await path.world.call(ana(path), rules, {});
  return all.filter(({ id }) => id === path.id || id === path.otherId);
}

export const ruleSteps: StatesSteps<RuleState, ModelEvent, Path> = {
  model: ruleModel,
  begin: async (world) => {
    // What other paths left causes nothing any more.
    for (const table of ['rule_execution', 'rule_cause', 'rule_cursor', 'rule'])
      await world.rows(`delete from ${table}`);
    const name = `Regra ${world.next()}`;
    const tags = await world.rows<{ id: string }>(
      `insert into tag (tenant_id, name, color) select $1, $2 || letter, 'red' from unnest(array['A', 'B', 'C']) as letter
      returning id::text as id`,
      [world.tenantId, name],
    );
    const [a = '', b = '', c = ''] = tags.map(({ id }) => id);
    const gives = (when: string, tag: string) => rule(on('customer.tagged', [when]), all(), [act('tag', tag)]);
    const [circular, harmless] = [gives(a, b), gives(a, c)];
    const added = async (called: string, definition: RuleDefinition) => {
      const form = { name: called, definition: JSON.stringify(definition), is_active: false };
      return (await world.call(world.people.ana, newRule, form)).newRule;
    };
    const { id, version } = await added(name, circular);
    const { id: otherId } = await added(`A outra de ${name}`, gives(b, a));
    const audited = ['rule.create', 'rule.create'];
    return { world, id, otherId, name, circular, harmless, tagA: a, given: [b, c], version, audited, tagged: 0 };
  },
  deeds,
  state: async (path) => {
    const [own, other] = await known(path);
    if (own === undefined || other === undefined) throw new Error('A rule is gone');
    const { world, id, circular } = path;
    const [row] = await world.rows<{ tag: string }>(
      "select definition->'actions'->0->>'id' as tag from rule where id = $1",
      [id],
    );
    const isHarmless = row?.tag !== circular.actions[0]?.id;
    const words = own.deleted ? ['deleted'] : [own.is_active ? 'on' : 'off', ...(isHarmless ? ['harmless'] : [])];
    return [...words, ...(other.is_active ? ['other on'] : [])].join(', ');
  },
  kept: async (path) => [await known(path), await did(path)],
  invariants: {
    'whoever lists rules sees it while it isn’t deleted, as it is': async (path, state) => {
      const [own] = (await listed(path)).filter(({ id }) => id === path.id);
      return state.startsWith('deleted') ? own === undefined : own?.is_active === state.startsWith('on');
    },
    'the stream is read just while one of them is on': async ({ world }, state) => {
      const { length } = await world.rows('select from rule_cursor where tenant_id = $1', [world.tenantId]);
      return (length === 1) === (state.startsWith('on') || state.endsWith('other on'));
    },
    'it acted once for everybody who was tagged while it was on, and for nobody else': async (path) => {
      const given = await path.world.rows('select from customer_tag where tag_id = any($1::bigint[])', [path.given]);
      return (await did(path)).length === path.tagged && given.length === path.tagged;
    },
    'the audit tells of each change, and whose it was': async ({ world, id, otherId, audited }) => {
      const entries = await world.rows<{ action: string; who: string }>(
        'select action, user_id::text as who from audit where subject = any($1::text[]) order by id',
        [[`rule:${id}`, `rule:${otherId}`]],
      );
      const isAnas = entries.every(({ who }) => who === world.people.ana.id);
      return isAnas && entries.map(({ action }) => action).join() === audited.join();
    },
  },
};
