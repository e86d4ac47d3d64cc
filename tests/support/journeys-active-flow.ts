import { activeFlow } from '../../models/journeys/active-flow.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { fillDueLaunches } from '../../server/domain/flows/active/fill-launches.ts';
import { startDueFlows } from '../../server/domain/flows/active/start-due.ts';
import { selectEditingPhase } from '../../src/machines/editing/editing.selectors.ts';
import type { ActiveFlow, FlowLaunch } from '../../src/machines/entities/flow-starts.ts';
import { rowsOf } from '../../src/machines/listing/listing.selectors.ts';
import { outreach, QUESTION } from '../server/flows/starts-world.ts';
import { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import { drawn, seesOnPhone } from './journeys-flows.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly provider: EmulatorClient;
  readonly ana: Office;
  /** Another administrator's page. */
  readonly other: Office;
  readonly flowId: string;
  readonly groupId: string;
  readonly vendasId: string;
  /** Their numbers. */
  readonly one: string;
  readonly two: string;
}

const VENDAS = '100000000000001';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const query = async <Row extends object>({ server }: OfficeWorld, text: string, values: unknown[] = []) =>
  (await server.owner.query<Row>(text, values)).rows;

/** What the phones of the two got: the template's text names the customer. */
async function seesGot(
  { provider, one, two }: Path,
  ofOne: readonly string[],
  ofTwo: readonly string[],
): Promise<void> {
  await seesOnPhone(provider, one, ofOne);
  await seesOnPhone(provider, two, ofTwo);
}

/** Both pages see the flow so: who did it, and who only looks. */
async function seesFlow(
  { ana, other, flowId }: Path,
  what: string,
  looks: (flow: ActiveFlow, last: FlowLaunch | undefined) => boolean,
): Promise<void> {
  for (const office of [ana, other])
    await office.sees(what, 'flow.active', (rows) =>
      rows.some((row) => row.id === flowId && looks(row, row.launches[0])),
    );
}

async function seesPlanned(path: Path, repeats: FlowLaunch['repeats'], inMs: number): Promise<void> {
  const { world } = path;
  await seesFlow(path, `it planned, ${repeats}`, ({ counts }, last) => {
    const at = last?.nextAt ?? 0;
    return (
      last?.repeats === repeats &&
      counts.started === 0 &&
      !last.is_stopped &&
      Math.abs(at - world.now() - inMs) < HOUR_MS / 2
    );
  });
  await seesGot(path, [], []);
}

async function seesBothStarted(path: Path): Promise<void> {
  await seesFlow(path, 'both started', ({ counts }) => counts.started === 2 && counts.waiting + counts.skipped === 0);
  const { other } = path;
  await other.sees(
    'for whom it started',
    'flow.starts',
    (rows) => rows.map(({ status }) => status).join() === 'started,started',
  );
  await seesGot(path, ['Ângela'], ['Breno']);
}

const launch = async ({ ana, flowId, groupId }: Path, more: Partial<Record<'repeats' | 'starts_at', string>> = {}) => {
  const form = { audience_id: null, group_id: groupId, repeats: 'once', starts_at: null, ...more };
  await ana.open('flow.launch', flowId, form);
  ana.submit('flow.launch', flowId);
};
/** At once, and not by the server's next look; what it comes to is told no more often than each five seconds. */
async function fill({ world }: Path): Promise<void> {
  const { services } = world.server;
  await fillDueLaunches(services);
  world.letTimePass(5_000);
  await startDueFlows(services);
}
const later = ({ world }: Path) => new Date(world.now() + HOUR_MS).toISOString();
const launched = ({ ana, flowId }: Path) => ana.seesForm('flow.launch', flowId, { phase: 'saved' });

/** Saved or refused. */
async function launchNow(path: Path): Promise<void> {
  await launch(path);
  const { ana, flowId } = path;
  await ana.waits('an answer', ({ directory }) => {
    const snapshot = directory.form('flow.launch', flowId)?.getSnapshot();
    return snapshot !== undefined && selectEditingPhase(snapshot) !== 'saving';
  });
  await fill(path);
}

async function stop({ ana, flowId }: Path): Promise<void> {
  const snapshot = ana.client.directory.list('flow.active')?.getSnapshot();
  const shown = rowsOf(snapshot?.context.page ?? null, 'flow.active').find(({ id }) => id === flowId);
  await ana.save('flow.launch.stop', shown?.launches[0]?.id ?? '', {}, {});
}

const deeds = {
  'Ana launches it': launchNow,
  'Ana switches it on': async ({ ana, flowId, vendasId }) => {
    const when = { starts_from: 0, starts_to: 24 };
    await ana.save('flow.starts', flowId, { is_active: true, instance_ids: [vendasId], ...when });
  },
  'Ana launches it for a moment that is past': (path) =>
    launch(path, { starts_at: new Date(path.world.now() - HOUR_MS).toISOString() }),
  'Ana launches it while one is blocked': async (path) => {
    await query(path.world, 'update customer set is_blacklisted = true where phone_number = $1', [path.two]);
    await launchNow(path);
  },
  'Ana launches it for later': async (path) => {
    await launch(path, { starts_at: later(path) });
    await launched(path);
  },
  'Ana launches it for each day': async (path) => {
    await launch(path, { starts_at: later(path), repeats: 'daily' });
    await launched(path);
  },
  'its moment comes': async (path) => {
    const { world, flowId } = path;
    await query(world, "update flow_launch set next_at = next_at - interval '61 minutes' where flow_id = $1", [flowId]);
    await fill(path);
  },
  'Ana stops it': stop,
  'one of them answers': async ({ provider, one }) => void (await provider.write(VENDAS, one, 'Sim, quero')),
} satisfies Record<DeedOf<typeof activeFlow>, Act<Path>>;

const scenes = {
  off: (path) => seesFlow(path, 'it off', (flow, last) => !flow.is_active && flow.number === 1 && last === undefined),
  'told that it is off': async (path) => {
    await path.ana.seesForm('flow.launch', path.flowId, { phase: 'refused', failure: 'error.flow.unpublished' });
    await seesGot(path, [], []);
  },
  ready: (path) => seesFlow(path, 'it on', (flow, last) => flow.is_active && last === undefined),
  'told that it is past': async (path) => {
    const fields = { starts_at: 'error.campaign.moment' };
    await path.ana.seesForm('flow.launch', path.flowId, { phase: 'refused', fields });
    await seesGot(path, [], []);
  },
  'both have it': seesBothStarted,
  asked: (path) => seesGot(path, ['Ângela', QUESTION], ['Breno']),
  'the other has it': async (path) => {
    await seesFlow(path, 'one started, one blocked', ({ counts }) => {
      const [reason, more] = counts.reasons;
      return counts.started === 1 && reason?.reason === 'blocked' && reason.count === 1 && more === undefined;
    });
    await seesGot(path, ['Ângela'], []);
    path.ana.look('flow.starts', { flow: path.flowId, reason: 'blocked' });
    await path.ana.sees(
      'who was left out',
      'flow.starts',
      (rows) => rows.map((row) => row.customer_name).join() === 'Breno',
    );
  },
  planned: (path) => seesPlanned(path, 'once', HOUR_MS),
  'planned for each day': (path) => seesPlanned(path, 'daily', HOUR_MS),
  'both have it, and it comes again': async (path) => {
    await seesBothStarted(path);
    await seesFlow(path, 'it again a day later', (_flow, last) => {
      const ahead = (last?.nextAt ?? 0) - path.world.now();
      return ahead > DAY_MS - HOUR_MS && ahead < DAY_MS;
    });
  },
  stopped: async (path) => {
    await seesFlow(path, 'it stopped', (_flow, last) => last?.is_stopped === true && last.nextAt === null);
    await seesGot(path, [], []);
  },
  'nobody has it': async (path) => {
    // It was looked at: there is nothing to come.
    await expectEventually(() =>
      query(path.world, 'select next_at from flow_launch where flow_id = $1', [path.flowId]),
    ).toEqual([{ next_at: null }]);
    await seesFlow(path, 'nobody started', ({ counts }) => counts.started + counts.waiting === 0);
    await seesGot(path, [], []);
  },
  'stopped after the first time': async (path) => {
    await seesFlow(path, 'it stopped', (_flow, last) => last?.is_stopped === true && last.nextAt === null);
    await seesBothStarted(path);
  },
} satisfies Record<SceneOf<typeof activeFlow>, Act<Path>>;

export const activeFlowSteps: Steps<Path, OfficeWorld> = {
  journey: activeFlow,
  begin: async (world) => {
    const [ana, other] = [await world.at('ana'), await world.at('another ana')];
    const n = world.next();
    const [one, two] = ['1', '2'].map((last) => `5511933${String(n).padStart(5, '0')}${last}`);
    if (one === undefined || two === undefined) throw new Error('No numbers');
    const [vendas] = await query<{ id: string; tenant: string }>(
      world,
      'select id::text as id, tenant_id::text as tenant from instance where phone_number_id = $1',
      [VENDAS],
    );
    const vendasId = vendas?.id ?? '';
    let templateId: string | undefined;
    ana.look('chat.templates', { instance: vendasId });
    await ana.sees('the template', 'chat.templates', (rows) => {
      templateId = rows.find(({ name }) => name === 'retomar_atendimento')?.id;
      return templateId !== undefined;
    });
    const [group] = await query<{ id: string }>(
      world,
      `with who as (insert into customer (tenant_id, name, phone_number)
        values ($1, 'Ângela', $2), ($1, 'Breno', $3) returning id),
      held as (insert into customer_group (tenant_id, name) values ($1, $4) returning id)
      insert into customer_group_member (tenant_id, group_id, customer_id) select $1, held.id, who.id from held, who
      returning group_id::text as id`,
      [vendas?.tenant, one, two, `Grupo ${n}`],
    );
    const flowId = await drawn(world, `Convite ${n}`, outreach(templateId ?? ''));
    ana.visit('/active-chat-flow');
    for (const office of [ana, other]) office.look('flow.active');
    other.look('flow.starts', { flow: flowId });
    const provider = new EmulatorClient(world.url);
    return { world, provider, ana, other, flowId, groupId: group?.id ?? '', vendasId, one, two };
  },
  deeds,
  scenes,
};
