import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Flow } from '../../../contract/flows/flow.ts';
import { conversationOf } from '../../../flows/conversation.ts';
import type { Turn } from '../../../flows/conversation.ts';
import { explore } from '../../../flows/explore.ts';
import { expressionsOf } from '../../../flows/expression.ts';
import { pathsThrough } from '../../../flows/paths.ts';
import type { Effect } from '../../../flows/run.ts';
import { anyCompany } from '../../../flows/targets.ts';
import { flowTemplates } from '../../../flows/templates/all.ts';
import type { TemplateGiven } from '../../../flows/templates/all.ts';
import { DEMO_FLOWS } from '../../../server/demo/store-flows.ts';
import { played } from '../../flows/play.ts';
import { told } from '../../flows/told.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { isUnsent, knownOf, partsOf, simulated, startWalks, ticketOf, walked } from './walks.ts';
import type { WalkedWorld } from './walks.ts';

/* Each path that is listed, of the templates and the demo's flows: the same by the machine, on the editor's phone and for a customer. */

let world: WalkedWorld;
beforeAll(async () => {
  world = await startWalks();
});
afterAll(() => world.stop());

const url = 'https://loja.example/pedidos/{{pedido}}';
const listed: (readonly [name: string, of: (given: TemplateGiven) => Flow])[] = [
  ...Object.entries(flowTemplates),
  ...DEMO_FLOWS.map(({ name, flow }) => [`demo: ${name}`, () => flow] as const),
];
/** The demo's that are templates as they are, are walked through once. */
const distinct = new Map(
  listed.toReversed().map(([name, of]) => [JSON.stringify(of({ departmentId: '1', url })), [name, of] as const]),
);

describe.each([...distinct.values()])('%s', (_name, of) => {
  let flow: Flow;
  beforeAll(async () => {
    flow = of({ departmentId: world.departmentId, url });
    await world.answering(flow);
  });

  test.each(pathsOf(of({ departmentId: '1', url })))('%s', async (_path, turns) => {
    const phone = await walked(world, flow, turns);
    const known = await knownOf(world, phone);
    const { run, effects } = played(flow, turns, known);
    const texts = textsOf(flow, turns, effects);
    expect(await world.told(phone)).toEqual(texts);
    await expectEventually(async () => (await world.emulator.received(phone)).map(({ text }) => text)).toEqual(texts);
    const phoneBeside = simulated(flow, turns, known);
    if (phoneBeside !== null) expect(phoneBeside).toEqual({ texts, status: run.status });

    const status = run.status === 'handedOff' ? 'handed_off' : run.status;
    expect(await world.runsOf(phone)).toMatchObject([{ status, node: run.node }]);
    const to = effects.flatMap((effect) =>
      effect.of === 'handoff' && effect.to.of === 'department' ? effect.to.id : [],
    );
    const isFinished = effects.some((effect) => effect.of === 'finish');
    expect(await ticketOf(world, phone)).toMatchObject({ department_id: to[0] ?? null, isOpen: !isFinished });
  });
});

/** By what happens in it. */
function pathsOf(flow: Flow): (readonly [path: string, turns: readonly Turn[]])[] {
  const explored = explore(flow, { expressions: expressionsOf(flow), company: anyCompany, limit: 5_000 });
  return pathsThrough(flow, explored).map((path) => {
    const turns = conversationOf(flow, explored, path);
    return [told(turns).join(' '), turns];
  });
}

/** What is said; when nothing can be sent any more, there is no goodbye either. */
function textsOf(flow: Flow, turns: readonly Turn[], effects: readonly Effect[]): string[] {
  const isMute =
    partsOf(flow, turns)
      .at(-1)
      ?.rest.some((turn) => isUnsent(flow, turn)) === true;
  return effects.flatMap((effect) => {
    if (effect.of !== 'send') return [];
    const isGoodbye = ['end', 'handoff'].includes(flow.nodes[effect.node]?.kind ?? '');
    const { content } = effect;
    return (isGoodbye && isMute) || (content.of !== 'text' && content.of !== 'question') ? [] : [content.text];
  });
}
