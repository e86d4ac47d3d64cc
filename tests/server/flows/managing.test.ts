import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flowFindingsSchema } from '../../../contract/entities/flow-finding.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { deleteDepartment } from '../../../contract/graphql/delete-department.ts';
import {
  archiveFlow,
  flowDetails,
  flowFunnel,
  flows,
  flowVersion,
  flowVersions,
  newFlow,
  orderFlows,
  publishFlow,
  restoreFlow,
  saveFlow,
  setFlowAnswers,
} from '../../../contract/graphql/flows.ts';
import type { Operation } from '../../../contract/graphql/operation.ts';
import { flowTemplates } from '../../../flows/templates/all.ts';
import { menu } from '../../../flows/templates/menu.ts';
import { publishFlow as publishByRule } from '../../../server/domain/flows/publish-flow.ts';
import { end, flow as drawn } from '../../flows/builders.ts';
import { callGraphql, fieldsOf, refusalOf } from '../../support/attendance.ts';
import { letIn } from '../../support/let-in.ts';
import { EVERYBODY, startFlows } from './flows-world.ts';
import type { FlowsWorld } from './flows-world.ts';

let world: FlowsWorld;
beforeAll(async () => {
  world = await startFlows();
});
afterAll(() => world.stop());

const findingsOf = (text: string) => flowFindingsSchema.parse(JSON.parse(text));
const changed = (flow: Flow, nodes: Flow['nodes']): Flow => ({ ...flow, nodes: { ...flow.nodes, ...nodes } });

describe('a draft', () => {
  test('added, saved, listed; the places of its boxes are apart; an outdated version is refused', async () => {
    const { ana } = world.people;
    const added = await world.draft(menu(), 'Menu principal');
    expect(added).toMatchObject({
      name: 'Menu principal',
      number: null,
      has_draft: true,
      is_active: false,
      running: 0,
    });
    expect(JSON.parse(added.flow)).toEqual(menu());
    const form = { id: added.id, version: added.version, name: 'Menu', flow: added.flow, places: '{"ola":[1,2]}' };
    const saved = (await world.call(ana, saveFlow, form)).saveFlow;
    expect(saved).toMatchObject({ name: 'Menu', places: '{"ola":[1,2]}', flow: added.flow });
    expect(await refusalOf(world.call(ana, saveFlow, form))).toBe('CONFLICT error.form.conflict');
    expect((await world.call(ana, flows, {})).flows.map(({ name }) => name)).toContain('Menu');
  });

  test('what isn’t a flow, or has a taken name -> refused by field', async () => {
    const { ana } = world.people;
    await world.draft(menu(), 'Único');
    const form = { kind: 'passive' as const, places: '{}' };
    const flow = JSON.stringify(menu());
    expect(await fieldsOf(world.call(ana, newFlow, { ...form, name: 'único', flow }))).toEqual({
      name: 'error.flow.nameTaken',
    });
    for (const wrong of ['', '{}', '{"schema":1}', JSON.stringify({ ...menu(), kind: 'active' })])
      expect(await fieldsOf(world.call(ana, newFlow, { ...form, name: 'Outro', flow: wrong }))).toEqual({
        flow: 'error.field.invalid',
      });
  });
});

describe('publishing', () => {
  test('a flow with errors -> refused, with a conversation that shows one; mended -> published', async () => {
    const wrong = changed(menu(), {
      lembrete: {
        kind: 'ask',
        label: null,
        text: 'Ainda está por aí?',
        again: null,
        expects: 'text',
        options: [],
        saves: null,
        tries: 1,
        minutes: 5,
        exits: { answer: 'lembrete', other: 'lembrete', media: 'lembrete', timeout: 'lembrete' },
      },
    });
    const draft = await world.draft(wrong);
    const refused = await world.publish(draft);
    expect(refused).toMatchObject({ is_published: false, flow: { number: null } });
    const findings = findingsOf(refused.findings);
    const [circle] = findings.filter(({ property }) => property === 'silentCycle');
    expect(circle).toMatchObject({ node: 'lembrete', severity: 'error' });
    expect(circle?.conversation.at(-1)).toMatchObject({ by: 'flow', node: 'lembrete' });
    const mended = await world.publish(await world.save(draft, menu()));
    expect(mended).toMatchObject({ is_published: true, flow: { number: 1, has_draft: false } });
  });

  test('each template to begin with is published as it is', async () => {
    const [department] = await world.rows<{ id: string }>(
      "insert into department (tenant_id, name) select tenant_id, 'Vendas' from app_user where id = $1 returning id",
      [world.people.ana.id],
    );
    const given = { departmentId: department?.id ?? '', url: 'https://loja.example/pedidos/{{pedido}}' };
    for (const template of Object.values(flowTemplates)) {
      const published = await world.publish(await world.draft(template(given)));
      expect(findingsOf(published.findings).filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(published.is_published).toBe(true);
    }
  });

  test('what it names is another company’s, or can’t be sent yet -> refused', async () => {
    const [foreign] = await world.rows<{ id: string }>(
      "insert into department (tenant_id, name) select tenant_id, 'Deles' from app_user where id = $1 returning id",
      [world.people.bia.id],
    );
    const to = { of: 'department', id: foreign?.id ?? '' } as const;
    const flow = changed(menu(), {
      suporte: { kind: 'handoff', label: null, to, text: null, exits: {} },
      ola: {
        kind: 'say',
        label: null,
        content: { of: 'media', file_id: '1', caption: null },
        exits: { next: 'menu', failed: 'menu' },
      },
    });
    const { is_published, findings } = await world.publish(await world.draft(flow));
    expect(is_published).toBe(false);
    expect(
      findingsOf(findings)
        .filter(({ property }) => property === 'targets')
        .map(({ node }) => node)
        .toSorted(),
    ).toEqual(['ola', 'suporte']);
  });

  test('an older version -> becomes the draft, and a new version once it is published', async () => {
    const { ana } = world.people;
    const draft = await world.draft(menu());
    const first = (await world.publish(draft)).flow;
    const end = { kind: 'end', label: null, text: 'Outra despedida.', finishes: true, exits: {} } as const;
    const second = (await world.publish(await world.save(first, changed(menu(), { fim: end })))).flow;
    expect(second.number).toBe(2);
    const id = draft.id;
    const { restoreFlow: restored } = await world.call(ana, restoreFlow, { id, version: second.version, number: 1 });
    expect(restored).toMatchObject({ number: 2, has_draft: true, flow: draft.flow });
    await world.publish(restored);
    const { flowVersions: versions } = await world.call(ana, flowVersions, { id });
    expect(versions.map(({ number, state, published_by }) => [number, state, published_by])).toEqual([
      [3, 'published', 'Ana Ribeiro'],
      [2, 'archived', 'Ana Ribeiro'],
      [1, 'archived', 'Ana Ribeiro'],
    ]);
    expect(versions[0]?.hash).toBe(versions[2]?.hash);
    expect((await world.call(ana, flowVersion, { id, number: 1 })).flowVersion).toBe(draft.flow);
  });
});

describe('flows that call each other', () => {
  const end: Flow['nodes'][string] = { kind: 'end', label: null, text: null, finishes: false, exits: {} };
  /** Says so much, and ends. */
  const saying = (texts: number, more: Flow['nodes'] = { fim: end }): Flow => {
    const says = Array.from({ length: texts }, (_, at): [string, Flow['nodes'][string]] => {
      const next = at + 1 < texts ? `diz_${at + 1}` : 'fim';
      return [
        `diz_${at}`,
        { kind: 'say', label: null, content: { of: 'text', text: 'Oi' }, exits: { next, failed: next } },
      ];
    });
    const nodes = { ...Object.fromEntries(says), ...more };
    return { schema: 1, kind: 'passive', start: texts > 0 ? 'diz_0' : 'fim', variables: {}, nodes };
  };
  const calling = (flow_id: string): Flow =>
    saying(1, { fim: { kind: 'call', label: null, flow_id, exits: { next: 'acaba' } }, acaba: end });

  test('called by another -> not archived; taken out of the archive -> published anew before it can be called', async () => {
    const { ana } = world.people;
    const called = (await world.publish(await world.draft(saying(1)))).flow;
    const caller = (await world.publish(await world.draft(calling(called.id)))).flow;
    const put = (id: string, archived: boolean) => world.call(ana, archiveFlow, { id, archived });
    expect(await refusalOf(put(called.id, true))).toBe('CONFLICT error.flow.called');
    await put(caller.id, true);
    await put(called.id, true);
    const { archiveFlow: back } = await put(caller.id, false);
    expect(back).toMatchObject({ number: null, has_draft: true });
    expect((await world.publish(back)).is_published).toBe(false);
    await world.publish((await put(called.id, false)).archiveFlow);
    expect(await world.publish(back)).toMatchObject({ is_published: true, flow: { number: 2 } });
  });

  test('a version with which one that calls it would be refused -> refused; what it does to others is known at once', async () => {
    const called = (await world.publish(await world.draft(saying(1)))).flow;
    const caller = (await world.publish(await world.draft(calling(called.id), 'Chama outro'))).flow;
    const eight = await world.save(called, saying(8));
    expect(await refusalOf(world.publish(eight))).toBe('CONFLICT error.flow.breaksCaller');
    await world.publish(await world.save(eight, saying(7)));
    // Eight are too many with one more before.
    const third = await world.publish(await world.draft(calling(caller.id)));
    expect(findingsOf(third.findings)).toContainEqual(expect.objectContaining({ property: 'row', severity: 'error' }));
  });

  test('two of a company at once -> one is checked, and the other is to come again', async () => {
    const drafts = [await world.draft(menu()), await world.draft(menu())];
    const outcomes = await Promise.all(drafts.map((draft) => refusalOf(world.publish(draft))));
    expect(outcomes.toSorted()).toEqual(['CONFLICT error.flow.checking', 'not refused']);
  });
});

describe('who is answered', () => {
  test('one that was never published can’t be activated; an archived one doesn’t answer, nor can it', async () => {
    const { ana } = world.people;
    const draft = await world.draft(menu());
    const activate = () => refusalOf(world.call(ana, setFlowAnswers, { id: draft.id, ...EVERYBODY }));
    expect(await activate()).toBe('CONFLICT error.flow.unpublished');
    await world.publish(draft);
    expect(await activate()).toBe('not refused');
    const { archiveFlow: archived } = await world.call(ana, archiveFlow, { id: draft.id, archived: true });
    expect(archived).toMatchObject({ is_archived: true, is_active: false });
    expect(await activate()).toBe('CONFLICT error.flow.unpublished');
    expect(await refusalOf(world.publish({ id: draft.id, version: archived.version }))).toBe(
      'CONFLICT error.flow.archived',
    );
  });

  test('by keyword, number, first contact and order -> the first that fits; none -> as without flows', async () => {
    const { ana } = world.people;
    const says = (text: string): Flow => ({
      schema: 1,
      kind: 'passive',
      start: 'fim',
      variables: {},
      nodes: { fim: { kind: 'end', label: null, text, finishes: true, exits: {} } },
    });
    await world.rows('update flow set is_active = false');
    const all: string[] = [];
    for (const [text, answers] of [
      ['Boleto!', { starts: 'keyword', keywords: ['2ª via', 'Boleto'] }],
      ['Suporte!', { instance_ids: [world.instances.suporte] }],
      ['Prazer!', { starts: 'first' }],
    ] as const) {
      const draft = await world.draft(says(text));
      await world.publish(draft);
      await world.call(ana, setFlowAnswers, {
        id: draft.id,
        ...EVERYBODY,
        ...answers,
        keywords: [...('keywords' in answers ? answers.keywords : [])],
        instance_ids: [...('instance_ids' in answers ? answers.instance_ids : [])],
      });
      all.push(draft.id);
    }
    const answerTo = async (text: string, number: 'vendas' | 'suporte' = 'vendas', from = world.aPhone()) => {
      await world.write({ from, text, number, at: new Date(world.now()) });
      return world.told(from);
    };
    expect(await answerTo('Quero o boleto, por favor')).toEqual(['Boleto!']);
    expect(await answerTo('boletos')).toEqual(['Prazer!']);
    expect(await answerTo('Oi', 'suporte')).toEqual(['Suporte!']);
    const phone = world.aPhone();
    expect(await answerTo('Oi', 'vendas', phone)).toEqual(['Prazer!']);
    await world.travel(world.now() + 3_600_000);
    expect(await answerTo('Oi', 'vendas', phone)).toEqual(['Prazer!']);
    const order = async (ids: string[]) =>
      (await world.call(ana, orderFlows, { ids })).orderFlows.map(({ id }) => id).filter((id) => all.includes(id));
    const [first = '', second = '', third = ''] = all;
    // Whoever names some of them, as of a searched list, moves no other.
    expect(await order([third])).toEqual(all);
    expect(await order([third, first])).toEqual([third, second, first, ...all.slice(3)]);
    expect(await answerTo('boleto')).toEqual(['Prazer!']);
  });

  test('by the hours of the department that receives the number; without one it is always open', async () => {
    const { ana } = world.people;
    const says = (text: string): Flow => ({
      schema: 1,
      kind: 'passive',
      start: 'fim',
      variables: {},
      nodes: { fim: { kind: 'end', label: null, text, finishes: true, exits: {} } },
    });
    await world.rows('update flow set is_active = false');
    for (const hours of ['closed', 'open'] as const) {
      const draft = await world.draft(says(hours));
      await world.publish(draft);
      await world.call(ana, setFlowAnswers, { id: draft.id, ...EVERYBODY, hours });
    }
    const told = async () => {
      const phone = world.aPhone();
      await world.says(phone, 'Oi');
      return world.told(phone);
    };
    const ten = world.now();
    expect(await told()).toEqual(['open']);
    const { id } = await world.add({ opening_hours: [{ weekday: 3, opens: '08:00', closes: '18:00' }] });
    expect(await told()).toEqual(['open']);
    await world.travel(ten + 8 * 3_600_000);
    expect(await told()).toEqual(['closed']);
    await world.travel(ten);
    await world.call(ana, deleteDepartment, { id });
  });

  test('who may not draw flows or say which answer -> forbidden', async () => {
    const { bruno, bia } = world.people;
    const { id } = await world.draft(menu());
    expect(await refusalOf(world.call(bruno, flows, {}))).toBe('FORBIDDEN error.forbidden');
    expect(await refusalOf(world.call(bruno, publishFlow, { id }))).toBe('FORBIDDEN error.forbidden');
    expect(await refusalOf(world.call(bia, flowDetails, { id }))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(world.call(bia, publishFlow, { id }))).toBe('NOT_FOUND error.notFound');
  });

  test.each([
    ['active', 'passive'],
    ['passive', 'active'],
  ] as const)('who may draw the %s ones alone -> forbidden at each of the others', async (own, other) => {
    const { email } = await letIn(world.server, [`${own}-chat-flow`]);
    const who = { tenant: 'aurora', token: await world.server.tokenOf(email) };
    const goodbye = (kind: Flow['kind']) => drawn({ start: end('Tchau!') }, { kind });
    const { id } = await world.draft(goodbye(other));
    const form = { name: `De quem só desenha ${own}`, places: '{}' };
    const ask = <Variables, Data>(call: Operation<Variables, Data>, variables: Variables) =>
      refusalOf(callGraphql(world.url, who, call, variables));
    expect([
      await ask(flowDetails, { id }),
      await ask(flowVersions, { id }),
      await ask(flowVersion, { id, number: 1 }),
      await ask(flowFunnel, { flow_id: id, version: 1 }),
      await ask(newFlow, { ...form, kind: other, flow: JSON.stringify(goodbye(other)) }),
      await ask(saveFlow, { ...form, id, flow: JSON.stringify(goodbye(other)) }),
      await ask(publishFlow, { id }),
      await ask(restoreFlow, { id, number: 1 }),
      await ask(archiveFlow, { id, archived: true }),
    ]).toEqual(Array.from({ length: 9 }, () => 'FORBIDDEN error.forbidden'));
    expect(await ask(newFlow, { ...form, kind: own, flow: JSON.stringify(goodbye(own)) })).toBe('not refused');
  });

  test('a flow is being checked, and who publishes it may no longer draw its kind -> refused, not published', async () => {
    const { services } = world.server;
    const { id } = await world.draft(menu());
    const both = ['passive-chat-flow', 'active-chat-flow'] as const;
    const { late, lose } = await letIn(world.server, both, { name: 'desenhista' });
    await lose('passive-chat-flow');
    await expect(publishByRule(services, late, { id })).rejects.toThrow('error.forbidden');
    expect((await world.call(world.people.ana, flowDetails, { id })).flowDetails.number).toBeNull();
  });
});
