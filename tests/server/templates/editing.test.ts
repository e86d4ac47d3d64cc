import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ManagedTemplate, TemplateForm } from '../../../contract/entities/managed-template.ts';
import { messageTemplates } from '../../../contract/graphql/message-templates.ts';
import {
  managedTemplate,
  newTemplate,
  paginatedTemplates,
  templateAccounts,
  updateTemplate,
} from '../../../contract/graphql/managed-templates.ts';
import { startCampaign } from '../../../contract/graphql/campaigns.ts';
import { sendTemplate } from '../../../contract/graphql/send-template.ts';
import { templateProblems } from '../../../contract/facts/template-form.ts';
import type { FullChannel } from '../../../server/channels/channel.ts';
import { WhatsAppChannel } from '../../../server/channels/whatsapp/whatsapp-channel.ts';
import { openFiles } from '../../../server/domain/media/open-files.ts';
import { deleteTemplate } from '../../../server/domain/templates/editing/delete-template.ts';
import { uploadTemplateFile } from '../../../server/domain/templates/editing/upload-template-file.ts';
import { syncTemplates } from '../../../server/domain/templates/sync-templates.ts';
import { flatPng } from '../media/flat-png.ts';
import { actorOf } from '../../support/actor-of.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { letIn } from '../../support/let-in.ts';
import { postTemplate, putExample, templateForm } from './template-calls.ts';

let world: World;
let ana: Person;
let channel: WhatsAppChannel;
let sync: () => Promise<number>;
beforeAll(async () => {
  world = await startAttendance();
  ({ ana } = world.people);
  const { graphUrl } = world.emulator;
  channel = new WhatsAppChannel({
    graphUrl: () => graphUrl,
    appSecret: 'x',
    accessToken: () => 't',
    defaultToken: 't',
  });
  sync = () => syncTemplates(world.server.services, channel);
  await world.emulator.patchPolicy({ reviews: { mode: 'hold' } });
  await sync();
});
afterAll(() => world.stop());

// The first instance of the account stands for it.
const formOf = (name: string, more: Partial<TemplateForm> = {}) => templateForm(world.instances.vendas, name, more);
const draft = async (form: TemplateForm, who = ana) => (await world.call(who, newTemplate, { form })).newTemplate;
const look = async (id: string, who = ana) => (await world.call(who, managedTemplate, { id })).managedTemplate;

const post = (path: 'submit' | 'delete', body: Record<string, unknown>, who = ana) =>
  postTemplate(world, path, body, who);
const put = (name: string, bytes: Uint8Array, who = ana, clientId: string = randomUUID()) =>
  putExample(world, name, bytes, who, clientId);
const atProvider = async (name: string) => (await world.emulator.templates()).find((each) => each.name === name);
const listAgain = async () => {
  await world.rows("update template_sync set due_at = now() - interval '1 second'");
  await sync();
};
const pendingDone = () => expectEventually(async () => (await world.emulator.webhooks()).pending).toEqual([]);
/** Submitted, and at the provider. */
async function submitted(form: TemplateForm): Promise<{ id: string; providerId: string }> {
  const { id, version } = await draft(form);
  expect(await post('submit', { id, version })).toMatchObject({ status: 200 });
  return { id, providerId: (await atProvider(form.name))?.id ?? '' };
}
const sendable = async () =>
  (await world.call(ana, messageTemplates, { instance_id: world.instances.suporte })).messageTemplates;

describe('a template that is written here', () => {
  test('is kept as a draft, submitted with its examples, and can be sent as soon as it is approved', async () => {
    const form = formOf('pedido_a_caminho');
    const kept = await draft(form);
    expect(kept).toMatchObject({ status: 'draft', form, account: 'Suporte, Vendas', is_sendable: false });
    expect(await atProvider(form.name)).toBeUndefined();
    // Asked again after a lost answer, it is the same one; another text under its name would be a second one.
    expect((await draft(form)).id).toBe(kept.id);
    expect(await fieldsOf(draft({ ...form, body: 'Outro texto' }))).toEqual({ name: 'error.template.nameTaken' });
    // The listing doesn't know it, and leaves it alone.
    await world.rows("update template_sync set due_at = now() - interval '1 second'");
    await sync();
    expect((await look(kept.id)).status).toBe('draft');
    const socket = await world.socket(world.people.bruno);
    const twice = await Promise.all([1, 2].map(() => post('submit', { id: kept.id, version: kept.version })));
    expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await atProvider(form.name)).toMatchObject({
      category: 'UTILITY',
      parameter_format: 'POSITIONAL',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['48213'] } },
        { type: 'BODY', text: form.body, example: { body_text: [['Marina', '3']] } },
        { type: 'FOOTER', text: 'Aurora Móveis' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Combinado' },
            {
              type: 'URL',
              text: 'Acompanhar',
              url: 'https://loja.example/p/{{1}}',
              example: ['https://loja.example/p/48213'],
            },
          ],
        },
      ],
    });
    expect(await look(kept.id)).toMatchObject({ status: 'pending', has_draft: false, form });
    expect((await sendable()).map(({ id }) => id)).not.toContain(kept.id);
    await world.emulator.setTemplateStatus((await atProvider(form.name))?.id ?? '', 'APPROVED');
    await expectEventually(async () => (await sendable()).find(({ id }) => id === kept.id)).toMatchObject({
      name: form.name,
      variables: [{ key: 'header.1' }, { key: 'body.1' }, { key: 'body.2' }, { key: 'button.1' }],
    });
    await socket.frame('ListUpdated', ({ data }) => data.list === 'message_templates');
    expect(await look(kept.id)).toMatchObject({ status: 'approved', is_sendable: true });
  });

  test('with names for its variables, and as a carousel with pictures', async () => {
    const named = formOf('aviso_com_nomes', {
      named: true,
      header: 'none',
      body: 'Olá, {{cliente}}, tudo certo?',
      buttons: [],
      examples: [{ key: 'body.cliente', value: 'Marina' }],
    });
    await submitted(named);
    expect((await atProvider(named.name))?.components[0]).toMatchObject({
      example: { body_text_named_params: [{ param_name: 'cliente', example: 'Marina' }] },
    });
    const clientId = randomUUID();
    const picture = await put('sofa.png', flatPng(64), ana, clientId);
    expect(await put('sofa.png', flatPng(64), ana, clientId)).toBe(picture);
    const buttons = [{ type: 'QUICK_REPLY' as const, text: 'Quero', value: '', example: '' }];
    const carousel = formOf('vitrine', {
      category: 'MARKETING',
      header: 'none',
      body: 'Novidades para você.',
      footer: '',
      buttons: [],
      cards: [
        { file_id: picture, body: 'Sofá de {{1}} lugares.', buttons },
        { file_id: picture, body: 'Mesa de jantar.', buttons },
      ],
      examples: [{ key: 'card.0.1', value: 'três' }],
    });
    const { id } = await submitted(carousel);
    expect((await atProvider('vitrine'))?.components[1]).toMatchObject({
      type: 'CAROUSEL',
      cards: [
        {
          components: [
            { type: 'HEADER', format: 'IMAGE', example: { header_handle: [expect.stringMatching(/^4::/)] } },
            { type: 'BODY', text: 'Sofá de {{1}} lugares.', example: { body_text: [['três']] } },
            { type: 'BUTTONS' },
          ],
        },
        expect.anything(),
      ],
    });
    expect((await look(id)).form?.cards.map(({ body }) => body)).toEqual(['Sofá de {{1}} lugares.', 'Mesa de jantar.']);
    expect(await put('nota.txt', Buffer.from('oi'))).toBe('error.template.exampleType');
    expect(await put('falsa.png', Buffer.from('oi'))).toBe('error.file.content');
  });

  test('that the provider would refuse is refused by field, and stays as it was typed', async () => {
    const wrong = formOf('Nome Errado', {
      header_text: '{{1}} e {{2}} e x'.padEnd(61, 'x'),
      body: '{{1}} comprou {{3}}',
      footer: 'Oi {{1}}',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Sim', value: '', example: '' },
        { type: 'URL', text: 'x'.repeat(26), value: 'loja', example: '' },
        { type: 'QUICK_REPLY', text: 'Sim', value: '', example: '' },
        { type: 'PHONE_NUMBER', text: 'Ligar', value: '12', example: '' },
      ],
      examples: [],
    });
    const { id, version } = await draft(wrong);
    const refused = await post('submit', { id, version });
    expect(refused).toMatchObject({ status: 400, key: 'error.form.invalid' });
    expect(refused.fields).toEqual({
      name: 'error.template.name',
      header_text: 'error.field.tooLong',
      footer: 'error.template.noVariables',
      body: 'error.template.edge',
      buttons: 'error.template.buttonsApart',
      'buttons.1.text': 'error.field.tooLong',
      'buttons.1.value': 'error.template.url',
      'buttons.2.text': 'error.template.buttonTwice',
      'buttons.3.value': 'error.template.phone',
      'examples.header.1': 'error.template.example',
      'examples.header.2': 'error.template.example',
      'examples.body.1': 'error.template.example',
      'examples.body.3': 'error.template.example',
    });
    expect(refused.params).toMatchObject({ 'header_text.max': 60, 'buttons.1.text.max': 25 });
    expect((await look(id)).form).toEqual(wrong);
    const of = (more: Partial<TemplateForm>) => templateProblems(formOf('x', more)).fields;
    expect(of({ body: 'a {{2}} b', examples: [{ key: 'body.2', value: 'x' }] })).toMatchObject({
      body: 'error.template.sequence',
    });
    expect(of({ body: 'a {{1} b' })).toMatchObject({ body: 'error.template.braces' });
    expect(of({ named: true, body: 'a {{Nome}} b' })).toMatchObject({ body: 'error.template.variableName' });
    expect(of({ header: 'image' })).toMatchObject({ header_file_id: 'error.template.headerFile' });
    const [reply] = formOf('x').buttons;
    const eleven = reply === undefined ? [] : Array.from({ length: 11 }, (_, at) => ({ ...reply, text: `n${at}` }));
    expect(of({ buttons: eleven })).toEqual({ buttons: 'error.template.buttonsMany' });
    const address = { type: 'URL' as const, text: 'Ver', value: 'https://x.example/{{1}}', example: 'outro' };
    expect(of({ buttons: [address] })).toMatchObject({ 'buttons.0.example': 'error.template.urlExample' });
    const card = { file_id: '1', body: 'b', buttons: [] };
    expect(of({ cards: [card] })).toMatchObject({
      cards: 'error.template.cards',
      'cards.0.buttons': 'error.template.cardButtons',
    });
  });

  test('a rejection comes with its reason; corrected, it is submitted again as a change', async () => {
    await world.emulator.patchPolicy({
      reviews: { mode: 'reject', reason: 'INVALID_FORMAT', text: 'Faltou contexto.', afterMs: 0 },
    });
    const { id, providerId } = await submitted(formOf('rejeitado'));
    await expectEventually(() => look(id)).toMatchObject({
      status: 'rejected',
      reason: 'INVALID_FORMAT',
      reason_text: 'Faltou contexto.',
    });
    await world.emulator.patchPolicy({ reviews: { mode: 'hold', text: '' } });
    const { version, form } = await look(id);
    const instance_id = form?.instance_id ?? '';
    const changed = formOf('rejeitado', { instance_id, body: 'Olá, {{1}}! Chega em {{2}} dias úteis.' });
    const saved = (await world.call(ana, updateTemplate, { id, version, form: changed })).updateTemplate;
    expect(saved).toMatchObject({ status: 'rejected', has_draft: true });
    expect(await refusalOf(world.call(ana, updateTemplate, { id, version, form: changed }))).toBe(
      'CONFLICT error.form.conflict',
    );
    expect(await fieldsOf(world.call(ana, updateTemplate, { id, form: { ...changed, name: 'outro' } }))).toEqual({
      name: 'error.template.fixed',
    });
    expect(await post('submit', { id, version: saved.version })).toMatchObject({ status: 200 });
    expect(await atProvider('rejeitado')).toMatchObject({ id: providerId, status: 'PENDING' });
    expect(await look(id)).toMatchObject({ status: 'pending', reason: null, reason_text: null });
    expect(await refusalOf(world.call(ana, updateTemplate, { id, form: changed }))).toBe(
      'CONFLICT error.template.inReview',
    );
  });

  test('paused, of low quality or in another category: by webhook -> it can’t be sent, and the reason is shown', async () => {
    const { bruno } = world.people;
    const { id, providerId } = await submitted(formOf('pausavel', { header: 'none', buttons: [] }));
    await world.emulator.setTemplateStatus(providerId, 'APPROVED');
    await world.emulator.setTemplateNews(providerId, { quality: 'YELLOW', category: 'MARKETING' });
    await pendingDone();
    await expectEventually(() => look(id)).toMatchObject({
      status: 'approved',
      quality: 'YELLOW',
      category: 'MARKETING',
    });
    await world.emulator.setTemplateStatus(providerId, 'PAUSED');
    await expectEventually(async () => (await look(id)).status).toBe('paused');
    expect(Date.parse((await look(id)).paused_until ?? '')).toBeGreaterThan(Date.now());
    const ticket = await world.open({ from: '5511962000001', number: 'suporte' });
    await world.send(bruno, ticket, 'oi');
    const target = { to_number: ticket.customer.phone_number, instance_id: ticket.instance.id, template_id: id };
    const send = () => world.call(bruno, sendTemplate, { ...target, client_id: randomUUID() });
    expect(await refusalOf(send())).toBe('CONFLICT error.template.is.paused');
    await world.emulator.setTemplateStatus(providerId, 'REJECTED', 'PROMOTIONAL');
    await expectEventually(async () => (await look(id)).reason).toBe('PROMOTIONAL');
    expect(await refusalOf(send())).toBe('CONFLICT error.template.is.rejected');
  });
});

describe('the provider', () => {
  test('refuses it: its words, or the field; the draft stays', async () => {
    await world.emulator.patchPolicy({ templateWrites: { mode: 'refuse', code: 100, times: 1 } });
    const { id, version } = await draft(formOf('recusado'));
    expect(await post('submit', { id, version })).toMatchObject({ status: 400, key: 'error.template.refused' });
    const { reason, reason_text: said } = await look(id);
    expect(reason).toBe('REFUSED');
    expect(said).not.toBe('');
    await world.emulator.patchPolicy({ templateWrites: { mode: 'refuse', code: 190, times: 1 } });
    expect(await post('submit', { id, version })).toMatchObject({ status: 409, key: 'channel.error.token' });
    expect(await post('submit', { id, version })).toMatchObject({ status: 200 });
    // Made there, and not listed yet.
    await world.rows("delete from message_template where name = 'recusado'");
    const again = await draft(formOf('recusado'));
    const taken = { status: 400, fields: { name: 'error.template.nameTaken' } };
    expect(await post('submit', { id: again.id, version: again.version })).toMatchObject(taken);
  });

  test('whose answer is lost: the listing finds it, and the draft goes', async () => {
    await world.emulator.patchPolicy({ templateWrites: { mode: 'cut', times: 1 } });
    const { id, version } = await draft(formOf('sem_resposta'));
    expect(await post('submit', { id, version })).toMatchObject({ status: 409, key: 'error.template.unknown' });
    await sync();
    const { items } = (await world.call(ana, paginatedTemplates, { search: 'sem_resp' })).paginatedTemplates;
    expect(items).toMatchObject([{ name: 'sem_resposta', status: 'pending' }]);
    expect(await refusalOf(look(id))).toBe('NOT_FOUND error.notFound');
  });

  test('whose answer is lost, for a draft changed afterwards -> later changes stay', async () => {
    await world.emulator.patchPolicy({ templateWrites: { mode: 'cut', times: 1 } });
    const { id, version } = await draft(formOf('perdido'));
    expect(await post('submit', { id, version })).toMatchObject({ status: 409, key: 'error.template.unknown' });
    const form = formOf('perdido', { body: 'Olá, {{1}}! Chega em {{2}} dias úteis.' });
    await world.call(ana, updateTemplate, { id, version, form });
    await listAgain();
    expect(await look(id)).toMatchObject({ status: 'draft', form });
    const { items } = (await world.call(ana, paginatedTemplates, { search: 'perdido' })).paginatedTemplates;
    expect(items.map(({ status }) => status).toSorted()).toEqual(['draft', 'pending']);
  });

  test('a listing from before a submission -> the submitted template isn’t marked as deleted', async () => {
    await world.rows("update template_sync set due_at = now() - interval '1 second'");
    let id = '';
    await syncTemplates(world.server.services, {
      findAccount: (...of) => channel.findAccount(...of),
      listTemplates: async (...of) => {
        const listing = await channel.listTemplates(...of);
        if (id === '') ({ id } = await submitted(formOf('durante_a_lista')));
        return listing;
      },
    });
    expect((await look(id)).status).toBe('pending');
    await listAgain();
    expect((await look(id)).status).toBe('pending');
  });

  test('whose answer came when the node was gone: the draft goes once nobody submits it any more', async () => {
    const { id } = await submitted(formOf('no_caiu'));
    const [left] = await world.rows<{ id: string }>(
      `insert into message_template (tenant_id, waba_id, provider_id, name, language, category, status, components,
         draft, lost_at, submitting_until)
       select tenant_id, waba_id, 'draft:x', name, language, category, 'DRAFT', '[]', '{}', now(),
         now() + interval '1 minute' from message_template where id = $1 returning id`,
      [id],
    );
    const draftId = left?.id ?? '';
    await listAgain();
    expect((await look(draftId)).status).toBe('draft');
    expect(await post('submit', { id: draftId })).toMatchObject({ status: 409, key: 'error.template.submitting' });
    await world.rows("update message_template set submitting_until = now() - interval '1 second' where id = $1", [
      draftId,
    ]);
    const socket = await world.socket(ana);
    await listAgain();
    expect(await refusalOf(look(draftId))).toBe('NOT_FOUND error.notFound');
    await socket.frame('ListUpdated', ({ data }) => data.list === 'message_templates');
  });

  test('deletes it with us; not while a campaign needs it', async () => {
    const { id } = await submitted(formOf('para_excluir'));
    await world.rows(
      `insert into campaign (tenant_id, name, status, instance_ids, template_id)
       select tenant_id, 'Natal', 'paused', array[id], $2 from instance where id = $1`,
      [world.instances.suporte, id],
    );
    expect(await post('delete', { id })).toMatchObject({ status: 409, key: 'error.template.inUse' });
    await world.rows("update campaign set status = 'cancelled' where name = 'Natal'");
    expect(await post('delete', { id })).toMatchObject({ status: 200 });
    expect(await atProvider('para_excluir')).toBeUndefined();
    expect(await refusalOf(look(id))).toBe('NOT_FOUND error.notFound');
    const form = formOf('so_rascunho');
    const kept = await draft(form);
    await world.call(ana, updateTemplate, { id: kept.id, version: kept.version, form: { ...form, footer: 'Até já' } });
    expect(await post('delete', { id: kept.id })).toMatchObject({ status: 200 });
    expect(await refusalOf(look(kept.id))).toBe('NOT_FOUND error.notFound');
    // Nothing of it is changed; switched off by the provider it can't be.
    const sent = await submitted(formOf('como_esta'));
    await world.rows("update message_template set status = 'APPROVED' where id = $1", [sent.id]);
    expect(await post('submit', { id: sent.id })).toMatchObject({ status: 409, key: 'error.template.nothing' });
    await world.rows("update message_template set status = 'DISABLED' where id = $1", [sent.id]);
    const changed = { id: sent.id, form: formOf('como_esta', { footer: 'Até já' }) };
    expect(await refusalOf(world.call(ana, updateTemplate, changed))).toBe('CONFLICT error.template.disabled');
    await world.rows('update instance set waba_id = null where id = $1', [world.instances.brisa]);
    const nowhere = { ...formOf('sem_conta'), instance_id: world.instances.brisa };
    expect(await fieldsOf(draft(nowhere, world.people.bia))).toEqual({ instance_id: 'error.template.noAccount' });
    await world.rows("update instance set waba_id = '900000000000002' where id = $1", [world.instances.brisa]);
    const written = await world.rows<{ action: string; subject: string; details: object }>(
      'select action, subject, details from audit where subject = any($1) and user_id = $2 order by id',
      [[id, kept.id].map((each) => `message_template:${each}`), ana.id],
    );
    const of = (each: string, name: string, ...deeds: string[]) =>
      deeds.map((deed) => ({
        action: `message_template.${deed}`,
        subject: `message_template:${each}`,
        details: { name, language: form.language },
      }));
    expect(written).toEqual([
      ...of(id, 'para_excluir', 'create', 'submit', 'delete'),
      ...of(kept.id, 'so_rascunho', 'create', 'update', 'delete'),
    ]);
  });
});

test('while the provider is asked to delete one: it isn’t deleted twice, nor used by a campaign', async () => {
  const { id } = await submitted(formOf('em_exclusao'));
  const actor = await actorOf(world, ana);
  const [campaign] = await world.rows<{ id: string }>(
    `insert into campaign (tenant_id, name, status, instance_ids, template_id)
     values ($1, 'Páscoa', 'draft', array[$2::bigint], $3) returning id`,
    [actor.tenantId, world.instances.suporte, id],
  );
  const seen: unknown[] = [];
  const slow: Pick<FullChannel, 'deleteTemplate'> = {
    deleteTemplate: async () => {
      seen.push(await post('delete', { id }));
      seen.push(await refusalOf(world.call(ana, startCampaign, { id: campaign?.id ?? '' })));
      return { outcome: 'unknown' };
    },
  };
  const asked = deleteTemplate(world.server.services, slow, actor, { id });
  await expect(asked).rejects.toMatchObject({ key: 'error.template.unknown' });
  expect(seen).toMatchObject([{ status: 409, key: 'error.template.submitting' }, 'CONFLICT error.template.submitting']);
  expect(await post('delete', { id })).toMatchObject({ status: 200 });
  expect(await refusalOf(look(id))).toBe('NOT_FOUND error.notFound');
});

test('an example is on its way to the provider, and who sends it may write no more templates -> refused, not kept', async () => {
  const { services } = world.server;
  const { late, lose } = await letIn(world.server, ['message-templates']);
  const meanwhile: Pick<FullChannel, 'uploadExample'> = {
    uploadExample: async () => {
      await lose('message-templates');
      return { outcome: 'uploaded', handle: 'h' };
    },
  };
  const folder = await mkdtemp(join(tmpdir(), 'balcao-example-'));
  const files = await openFiles({ dataDir: folder, media: { bucket: undefined } }, services);
  const input = { client_id: randomUUID(), name: 'sofa.png', instance_id: world.instances.suporte };
  const bytes = flatPng(32);
  const file = { bytes: Readable.from([bytes]), declaredBytes: bytes.length };
  const asked = uploadTemplateFile(services, files, meanwhile, late, input, file);
  await expect(asked).rejects.toThrow('error.forbidden');
  expect(await world.rows('select from template_file where client_id = $1', [input.client_id])).toEqual([]);
  await rm(folder, { recursive: true });
});

test('another company’s templates, examples and instances aren’t found; attendants may not write them', async () => {
  const { bia, bruno } = world.people;
  const kept: ManagedTemplate = await draft(formOf('so_da_aurora'));
  const own = { ...formOf('da_brisa'), instance_id: world.instances.brisa };
  expect(await refusalOf(look(kept.id, bia))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(world.call(bia, updateTemplate, { id: kept.id, form: own }))).toBe('NOT_FOUND error.notFound');
  expect(await post('submit', { id: kept.id }, bia)).toMatchObject({ status: 404 });
  expect(await post('delete', { id: kept.id }, bia)).toMatchObject({ status: 404 });
  expect(await refusalOf(draft(formOf('da_brisa'), bia))).toBe('NOT_FOUND error.notFound');
  const picture = await put('sofa.png', flatPng(64));
  const withTheirs: TemplateForm = { ...own, header: 'image', header_file_id: picture };
  expect(await refusalOf(draft(withTheirs, bia))).toBe('NOT_FOUND error.notFound');
  expect(await put('sofa.png', flatPng(64), bia)).toBe('error.notFound');
  const { items } = (await world.call(bia, paginatedTemplates, { search: 'aurora' })).paginatedTemplates;
  expect(items).toEqual([]);
  expect((await world.call(bia, templateAccounts, {})).templateAccounts).toEqual([
    { id: world.instances.brisa, name: 'Atendimento' },
  ]);
  expect(await refusalOf(draft(formOf('do_bruno'), bruno))).toBe('FORBIDDEN error.forbidden');
  expect(await put('sofa.png', flatPng(64), bruno)).toBe('error.forbidden');
});
