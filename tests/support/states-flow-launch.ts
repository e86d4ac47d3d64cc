import { flowLaunchModel } from '../../models/server/flow-launch.model.ts';
import type { FlowLaunchEvent, FlowLaunchState } from '../../models/server/flow-launch.model.ts';
import { activeFlows, newFlowLaunch, setFlowStarts, stopFlowLaunch } from '../../contract/graphql/flow-starts.ts';
import { newFlow, publishFlow } from '../../contract/graphql/flows.ts';
import { fillDueLaunches } from '../../server/domain/flows/active/fill-launches.ts';
import { startDueFlows } from '../../server/domain/flows/active/start-due.ts';
import { ANYTIME, outreach } from '../server/flows/starts-world.ts';
import type { StatesSteps } from './states-walk.ts';
import type { StatesWorld } from './states-world.ts';

interface Path {
  readonly world: StatesWorld;
  readonly flowId: string;
  readonly id: string;
  readonly customers: readonly string[];
  /** Why somebody was left out, one after the other, before the last event. */
  reasons: readonly string[];
}

interface Found {
  readonly phase: string;
  readonly launch: object;
  readonly starts: readonly { readonly status: string; readonly reason: string | null }[];
}

async function look({ world, id }: Path): Promise<Found> {
  const [found] = await world.rows<Found>(
    `select case when l.stopped_at is null then case when l.next_at > now() then 'planned' else 'due' end
        when l.next_at is null then 'stopped' else 'stopping' end as phase,
      jsonb_build_array(l.next_at, l.stopped_at, l.filled_to) as launch,
      (select coalesce(jsonb_agg(jsonb_build_object('status', s.status, 'reason', s.reason) order by s.settled_at, s.id), '[]')
        from flow_start s where s.launch_id = l.id) as starts
    from flow_launch l where l.id = $1`,
    [id],
  );
  if (found === undefined) throw new Error('There is no launch');
  return found;
}

/** One for all paths: to publish takes long. */
const flows = new WeakMap<StatesWorld, Promise<string>>();

async function published(world: StatesWorld): Promise<string> {
  const { ana } = world.people;
  const flow = outreach(world.templateId);
  const form = { name: 'Passeio', kind: flow.kind, flow: JSON.stringify(flow), places: '{}' };
  const { id, version } = (await world.call(ana, newFlow, form)).newFlow;
  const { publishFlow: done } = await world.call(ana, publishFlow, { id, version });
  if (!done.is_published) throw new Error(done.findings);
  return id;
}

function flowOf(world: StatesWorld): Promise<string> {
  const flow = flows.get(world) ?? published(world);
  flows.set(world, flow);
  return flow;
}

const starts = (found: Found, status: string) => found.starts.filter((each) => each.status === status);
const reasonsIn = (found: Found) => starts(found, 'skipped').map(({ reason }) => reason ?? '');

const switched = ({ world, flowId }: Pick<Path, 'world' | 'flowId'>, is_active: boolean) =>
  world.call(world.people.ana, setFlowStarts, {
    id: flowId,
    ...ANYTIME,
    instance_ids: [world.instances.vendas],
    is_active,
  });

async function whileOff(path: Path, work: () => Promise<unknown>): Promise<void> {
  await switched(path, false);
  await work();
  await switched(path, true);
}

const fill = ({ world }: Path) => fillDueLaunches(world.services, 1_000);

async function start({ world }: Path): Promise<void> {
  while ((await startDueFlows(world.services)) > 0);
}

/** Notes why somebody was left out before. */
function deed(does: (path: Path) => Promise<unknown>): (path: Path) => Promise<void> {
  return async (path) => {
    path.reasons = reasonsIn(await look(path));
    await does(path);
  };
}

const deeds = {
  stopped: deed(({ world, id }) => world.call(world.people.ana, stopFlowLaunch, { id })),
  'moment came': deed(({ world, id }) =>
    world.rows(
      `update flow_launch set next_at = now() - interval '1 second'
      where id = $1 and next_at > now() and stopped_at is null`,
      [id],
    ),
  ),
  'looked after': deed(fill),
  'looked after while the flow is off': deed((path) => whileOff(path, () => fill(path))),
  reached: deed(start),
  'reached while the flow is off': deed((path) => whileOff(path, () => start(path))),
} satisfies Record<FlowLaunchEvent, (path: Path) => Promise<unknown>>;

/** Why who waits is left out, by the event and where it leads. */
function reasonOf(event: FlowLaunchEvent | null, state: FlowLaunchState): string {
  if (event === 'reached while the flow is off') return 'flow_off';
  return state.startsWith('stop') ? 'cancelled' : 'in_flow';
}

export const flowLaunchSteps: StatesSteps<FlowLaunchState, FlowLaunchEvent, Path> = {
  model: flowLaunchModel,
  begin: async (world) => {
    const { ana } = world.people;
    await world.rows('update flow_launch set next_at = null');
    await world.rows("delete from flow_start where status = 'waiting'");
    await world.pace(1_000_000);
    await world.rows('update number_pace set tokens = 100000, held_until = null');
    const flowId = await flowOf(world);
    await switched({ world, flowId }, true);
    const { id: group_id, customers } = await world.group(2);
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    const planned = { flow_id: flowId, group_id, repeats: 'daily', starts_at } as const;
    const [launch] = (await world.call(ana, newFlowLaunch, planned)).newFlowLaunch.launches;
    return { world, flowId, id: launch?.id ?? '', customers, reasons: [] };
  },
  deeds,
  state: async (path) => {
    const found = await look(path);
    const had = starts(found, 'started').length;
    const waiting = starts(found, 'waiting').length;
    if ([had, waiting].some((count) => count !== 0 && count !== 2)) return `${had} had it, ${waiting} wait`;
    return [found.phase, ...(had > 0 ? ['had'] : []), ...(waiting > 0 ? ['waiting'] : [])].join(', ');
  },
  kept: look,
  invariants: {
    'each who had it got the template once, and nobody else did': async ({ world, customers }, state) => {
      const sent = await world.rows<{ count: number }>(
        `select count(m.id)::integer as count from customer c
        left join message m on m.customer_id = c.id and m.tag_type = 'template' where c.id = any($1::bigint[]) group by c.id`,
        [customers],
      );
      return sent.every(({ count }) => count === (state.includes('had') ? 1 : 0));
    },
    'whoever lists flows sees it so': async ({ world, flowId, id }, state) => {
      const { activeFlows: all } = await world.call(world.people.ana, activeFlows, {});
      const shown = all.find((each) => each.id === flowId)?.launches.find((each) => each.id === id);
      if (shown === undefined) return false;
      const isStopped = state.startsWith('stop');
      const { waiting, started } = shown.counts;
      return (
        shown.is_stopped === isStopped &&
        (shown.next_at === null) === isStopped &&
        waiting === (state.endsWith('waiting') ? 2 : 0) &&
        started === (state.includes('had') ? 2 : 0)
      );
    },
    'it is said why somebody is left out': async (path, state, event) => {
      const more = reasonsIn(await look(path)).slice(path.reasons.length);
      return more.every((reason) => reason === reasonOf(event, state)) && (more.length === 0 || more.length === 2);
    },
  },
};
