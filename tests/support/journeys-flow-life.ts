import { flowLife } from '../../models/journeys/flow-life.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { selectFlowIsUnsaved } from '../../src/machines/flow-editing/flow-editing.selectors.ts';
import type { ActiveFlow } from '../../src/machines/entities/flow-starts.ts';
import type { Flow } from '../../src/machines/entities/flows.ts';
import { end, flow as flowOf, menu, pause, template } from '../flows/builders.ts';
import { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import { rowOf } from './journeys-looks.ts';
import type { Customer } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly provider: EmulatorClient;
  readonly ana: Office;
  /** Another administrator's page, on which nothing is done. */
  readonly other: Office;
  readonly bruno: Office;
  readonly name: string;
  readonly flow: Flow;
  readonly vendasId: string;
  readonly campaignId: string;
  readonly customer: Customer;
  readonly ticketId: string;
  id: string;
}

const VENDAS = '100000000000001';
const [GOODBYE, OTHER_GOODBYE] = ['Obrigado!', 'Até breve!'];

/** Writes by the template, waits a day for an answer, and asks then. */
function invitation(templateId: string): Flow {
  const start = template({ 'body.1': '{{first_name}}', 'body.2': 'Ana' }, { next: 'p_1', failed: 'e_1' });
  const answers = { a_1: 'e_2', b_1: 'e_2', other: 'e_2', media: 'e_2', timeout: 'e_1' };
  const nodes = {
    s_1: { ...start, content: { ...start.content, template_id: templateId } },
    p_1: pause(24 * 60, { next: 'e_1', message: 'q_1' }),
    q_1: menu('Vamos continuar?', answers),
    e_1: end(null),
    e_2: end(GOODBYE),
  };
  return flowOf(nodes, { kind: 'active', start: 's_1' });
}

/** Opens the editor, and waits until the draft is there. */
async function openDraft({ ana, id }: Path): Promise<void> {
  ana.client.append({ type: 'form.opened', form: 'flow', key: id, values: null });
  await seesDrawn(ana, id);
}

async function seesDrawn(ana: Office, id: string): Promise<void> {
  await ana.waits('the draft as it is saved', ({ directory }) => {
    const snapshot = directory.flow(id)?.getSnapshot();
    return snapshot?.value === 'editing' && !selectFlowIsUnsaved(snapshot);
  });
}

/** Both pages see it so: who did it, and who only looks. */
async function seesFlow(path: Path, what: string, looks: (flow: ActiveFlow) => boolean): Promise<void> {
  for (const office of [path.ana, path.other]) {
    office.look('flow.active');
    await office.sees(what, 'flow.active', (rows) => rows.some((row) => row.id === path.id && looks(row)));
  }
}

async function seesVersions({ ana, id }: Path, count: number): Promise<void> {
  await ana.listed('flow.versions', { id }, (rows) => rows.length === count);
}

/** What the draft says at its end. */
async function seesDraft(path: Path, goodbye: string): Promise<void> {
  const { ana, id, flow } = path;
  await openDraft(path);
  const drawn = ana.client.directory.flow(id)?.getSnapshot().context.document?.flow;
  const wanted = { ...flow, nodes: { ...flow.nodes, e_2: end(goodbye) } };
  const [found, expected] = [drawn, wanted].map((each) => JSON.stringify(sorted(each)));
  if (found !== expected) throw new Error(`The draft is ${found}, not ${expected}`);
}

/** With the names of its parts in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}

async function publish({ ana, id }: Path): Promise<void> {
  const rows = await ana.listed('flows', {}, (all) => all.some((row) => row.id === id));
  const version = rows.find((row) => row.id === id)?.version ?? null;
  await ana.press('flow.publish', id, { version, conversations: 'keep' });
}

/** What the flow does in Bruno's conversation, as his page is told. */
async function seesRun({ bruno, ticketId, name }: Path, isRunning: boolean): Promise<void> {
  await bruno.listed(
    'chat.flow',
    { ticket: ticketId },
    ([row]) => row?.ticketId === ticketId && row.flow?.flow_name === name && row.flow.is_running === isRunning,
  );
}

const deeds = {
  'Ana draws a flow': async (path) => {
    const { ana, name, flow } = path;
    ana.visit('/active-chat-flow');
    const places = { order: [], at: {} };
    path.id = await ana.press('flow.new', 'new', { name, flow: structuredClone(flow), places });
  },
  'Ana publishes it': publish,
  'Ana changes a text': async (path) => {
    const { ana, id } = path;
    await openDraft(path);
    const edit = { of: 'changed', id: 'e_2', what: 'text', node: end(OTHER_GOODBYE) } as const;
    ana.client.append({ type: 'flow.edited', form: 'flow', key: id, edit });
    ana.submit('flow', id);
    await seesDrawn(ana, id);
  },
  'Ana publishes the change': publish,
  'Ana takes the first version back': async ({ ana, id }) => {
    const rows = await ana.listed('flows', {}, (all) => all.some((row) => row.id === id));
    const version = rows.find((row) => row.id === id)?.version ?? null;
    await ana.press('flow.restore', id, { number: 1, version });
  },
  'Ana makes a key': async ({ ana, id }) => void (await ana.press('flow.key', id)),
  'Ana takes the key away': async ({ ana, id }) => void (await ana.press('flow.key.delete', id)),
  'Ana has a campaign lead into it': async ({ ana, id, campaignId }) => {
    await ana.press('flow.campaign', id, { campaign_id: campaignId });
  },
  'Ana lets the campaign lead nowhere': async ({ ana, campaignId }) => {
    await ana.press('flow.campaign.remove', campaignId);
  },
  'Ana switches it on': async ({ ana, id, vendasId }) => {
    const when = { starts_from: 0, starts_to: 24 };
    await ana.save('flow.starts', id, { is_active: true, instance_ids: [vendasId], ...when });
  },
  'Bruno starts it in his conversation': async ({ bruno, ticketId, id }) => {
    await bruno.listed('chat.hasStartableFlow', { ticket: ticketId }, (rows) => rows.length === 1);
    await bruno.listed('chat.startableFlows', { ticket: ticketId }, (rows) => rows.some((row) => row.id === id));
    await bruno.press('chat.flow.start', ticketId, { flow_id: id, variables: [] });
  },
  'Bruno stops it': async ({ bruno, ticketId }) => void (await bruno.press('chat.flow.stop', ticketId)),
  'Bruno hands the conversation back': async ({ bruno, ticketId }) => {
    await bruno.press('chat.flow.return', ticketId);
  },
  'Ana archives it': async ({ ana, id }) => void (await ana.press('flow.archive', id, { archived: true })),
} satisfies Record<DeedOf<typeof flowLife>, Act<Path>>;

const scenes = {
  'nothing drawn': async ({ ana, name }) => {
    await ana.listed('flow.active', {}, (rows) => rows.every((row) => row.name !== name));
  },
  'a draft': async (path) => {
    await seesFlow(path, 'a draft', ({ number, has_draft: hasDraft }) => number === null && hasDraft);
    await seesDraft(path, GOODBYE);
  },
  published: async (path) => {
    await seesFlow(path, 'the first version', ({ number }) => number === 1);
    await seesVersions(path, 1);
  },
  'another text in the draft': async (path) => {
    await seesFlow(path, 'a draft besides', ({ number, has_draft: hasDraft }) => number === 1 && hasDraft);
    await seesDraft(path, OTHER_GOODBYE);
  },
  'published twice': async (path) => {
    await seesFlow(path, 'the second version', ({ number }) => number === 2);
    await seesVersions(path, 2);
  },
  'the first text in the draft': async (path) => {
    await seesFlow(path, 'the second version still', ({ number }) => number === 2);
    await seesDraft(path, GOODBYE);
  },
  'a key': async (path) => {
    await seesFlow(path, 'a key’s end', ({ key_hint: hint }) => hint !== null);
    const { ana } = path;
    const ref = ana.client.directory.form('flow.key', path.id)?.getSnapshot().context.savedId ?? '';
    const key = ana.client.adapters.vault.read(ref) ?? '';
    const kept = JSON.stringify(ana.client.events.items);
    if (key.length < 20 || kept.includes(key)) throw new Error('The key is to be read');
  },
  'no key': (path) => seesFlow(path, 'no key', ({ key_hint: hint }) => hint === null),
  'a campaign leads into it': (path) =>
    seesFlow(path, 'the campaign', ({ campaigns }) => campaigns.map(({ id }) => id).join() === path.campaignId),
  'no campaign leads into it': (path) => seesFlow(path, 'no campaign', ({ campaigns }) => campaigns.length === 0),
  'to be started': (path) => seesFlow(path, 'it on', ({ is_active: isActive }) => isActive),
  'it answers': async (path) => {
    await seesRun(path, true);
    const { provider, customer } = path;
    await expectEventually(async () => (await provider.received(customer.phone)).map(({ type }) => type)).toEqual([
      'template',
    ]);
  },
  'Bruno answers': (path) => seesRun(path, false),
  'it answers again': (path) => seesRun(path, true),
  archived: (path) => seesFlow(path, 'it archived', ({ is_archived: isArchived }) => isArchived),
} satisfies Record<SceneOf<typeof flowLife>, Act<Path>>;

export const flowLifeSteps: Steps<Path, OfficeWorld> = {
  journey: flowLife,
  begin: async (world) => {
    const [ana, other] = [await world.at('ana'), await world.at('another ana')];
    const bruno = await world.at('bruno');
    const provider = new EmulatorClient(world.url);
    const number = world.next();
    const instances = await ana.listed('instances', {}, (rows) => rows.some(({ name }) => name === 'Vendas'));
    const vendasId = instances.find(({ name }) => name === 'Vendas')?.id ?? '';
    const templates = await ana.listed('chat.templates', { instance: vendasId }, (rows) => rows.length > 0);
    const approved = templates.find(({ name }) => name === 'retomar_atendimento');
    const variables = (approved?.variables ?? []).map(({ key }) => ({
      ...{ key, source: 'text', text: 'Oi', field_id: null, fallback: null },
    }));
    const draft = { name: `Campanha ${number}`, instance_ids: [vendasId], template_id: approved?.id ?? '', variables };
    const campaignId = await ana.save('campaign', 'new', draft);
    const customer = { name: `Iara ${number}`, phone: `5511988${String(number).padStart(6, '0')}` };
    await provider.saveCustomer(customer.phone, customer.name);
    await provider.write(VENDAS, customer.phone, 'Bom dia');
    bruno.client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'queue' });
    await bruno.waits(customer.name, ({ directory }) => rowOf(directory, customer) !== null);
    const ticketId = rowOf(bruno.client.directory, customer)?.id ?? '';
    await bruno.press('chat.take', ticketId);
    const flow = invitation(approved?.id ?? '');
    const known = { world, provider, ana, other, bruno, flow, vendasId, campaignId, customer, ticketId };
    return { ...known, name: `Convite ${number}`, id: '' };
  },
  deeds,
  scenes,
};
