import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restErrorSchema } from '../../../contract/errors.ts';
import type { MessageTemplate } from '../../../contract/entities/message-template.ts';
import { newCampaign } from '../../../contract/graphql/campaigns.ts';
import { forwardMessage } from '../../../contract/graphql/forward-message.ts';
import { newTemplate } from '../../../contract/graphql/managed-templates.ts';
import { messageTemplates } from '../../../contract/graphql/message-templates.ts';
import { sendTemplate } from '../../../contract/graphql/send-template.ts';
import { uploadCampaignFile } from '../../../contract/rest/campaign-files.ts';
import { deleteOldFiles } from '../../../server/domain/media/delete-files.ts';
import { openFiles } from '../../../server/domain/media/open-files.ts';
import { fieldsOf, refusalOf } from '../../support/attendance.ts';
import type { Person } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { ALL_DAY, startCampaigning } from '../campaigns/campaign-world.ts';
import type { CampaignWorld } from '../campaigns/campaign-world.ts';
import { flatPng } from '../media/flat-png.ts';
import { postTemplate, putExample, templateForm } from './template-calls.ts';

let world: CampaignWorld;
let template: MessageTemplate;
beforeAll(async () => {
  world = await startCampaigning();
  const { ana } = world.people;
  await world.emulator.patchPolicy({ reviews: { mode: 'hold' } });
  const picture = await putExample(world, 'sofa.png', flatPng(64), ana, randomUUID());
  const buttons = [
    { type: 'QUICK_REPLY' as const, text: 'Quero', value: '', example: '' },
    { type: 'URL' as const, text: 'Ver', value: 'https://loja.example/p/{{1}}', example: 'https://loja.example/p/1' },
  ];
  const form = templateForm(world.instances.vendas, 'vitrine', {
    category: 'MARKETING',
    header: 'none',
    body: 'Novidades para {{1}}.',
    footer: '',
    buttons: [],
    cards: [
      { file_id: picture, body: 'Sofá de {{1}} lugares.', buttons },
      { file_id: picture, body: 'Mesa de jantar.', buttons },
    ],
    examples: [
      { key: 'body.1', value: 'Marina' },
      { key: 'card.0.1', value: 'três' },
    ],
  });
  const { id, version } = (await world.call(ana, newTemplate, { form })).newTemplate;
  await postTemplate(world, 'submit', { id, version }, ana);
  const known = (await world.emulator.templates()).find(({ name }) => name === 'vitrine');
  await world.emulator.setTemplateStatus(known?.id ?? '', 'APPROVED');
});
afterAll(() => world.stop());

/** Uploads a card's own file; answers its id. */
async function put(name: string, bytes: Uint8Array, who: Person): Promise<string> {
  const query = new URLSearchParams({ name }).toString();
  const response = await fetch(`${world.url}/api/campaigns/files/${randomUUID()}?${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(restErrorSchema.parse(answer).error?.key);
  return uploadCampaignFile.answer.parse(answer).id;
}

const VALUES = { 'body.1': 'Marina', 'card.0.1': 'três', 'card.0.button.1': 'sofa', 'card.1.button.1': 'mesa' };
const WORDS = 'Novidades para Marina.\n\n*1/2* Sofá de três lugares.\n\n*2/2* Mesa de jantar.';
/** A card as the Cloud API documents it. */
const card = (at: number, texts: string[], end: string) => ({
  card_index: at,
  components: [
    { type: 'header', parameters: [{ type: 'image', image: { id: expect.stringMatching(/./u) } }] },
    ...(texts.length === 0 ? [] : [{ type: 'body', parameters: texts.map((text) => ({ type: 'text', text })) }]),
    {
      type: 'button',
      sub_type: 'quick_reply',
      index: '0',
      parameters: [{ type: 'payload', payload: `card.${at}.button.0` }],
    },
    { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: end }] },
  ],
});
const carousel = (first: string) => ({
  type: 'carousel',
  cards: [card(0, [first], 'sofa'), card(1, [], 'mesa')],
});

let last = 68_000_000;
describe('a carousel', () => {
  const target = async (who: Person) => {
    const ticket = await world.open({ from: `55119${(last += 1)}`, number: 'vendas' });
    await world.send(who, ticket, 'oi');
    await world.rows("update chat_ticket set last_received_at = now() - interval '25 hours' where id = $1", [
      ticket.id,
    ]);
    return { ticket, to: { to_number: ticket.customer.phone_number, instance_id: ticket.instance.id } };
  };
  const send = async (
    who: Person,
    to: { to_number: string; instance_id: string },
    values: Record<string, string> = VALUES,
  ) => {
    const variables = Object.entries(values).map(([key, value]) => ({ key, value }));
    const input = { ...to, template_id: template.id, variables, client_id: randomUUID() };
    return (await world.call(who, sendTemplate, input)).sendTemplate;
  };

  test('is listed as soon as it is approved, with its cards, their variables and the names of their examples', async () => {
    const { ana } = world.people;
    const find = async () => {
      const { messageTemplates: all } = await world.call(ana, messageTemplates, {
        instance_id: world.instances.vendas,
      });
      return all.find(({ name }) => name === 'vitrine');
    };
    await expectEventually(find).toBeDefined();
    template = (await find()) ?? template;
    expect(template).toMatchObject({
      variables: [{ key: 'body.1' }],
      cards: [
        {
          header_file: 'image',
          file_name: 'sofa.png',
          body: 'Sofá de {{1}} lugares.',
          buttons: ['Quero', 'Ver'],
          variables: [{ key: 'card.0.1', part: 'card', example: 'três' }, { key: 'card.0.button.1' }],
        },
        { file_name: 'sofa.png', variables: [{ key: 'card.1.button.1' }] },
      ],
    });
  });

  test('is sent by an attendant after the window with its examples or own files, its files first; not reached -> sent again as it was', async () => {
    const { ana } = world.people;
    const { ticket, to } = await target(ana);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_016 } });
    const sent = await send(ana, to, { ...VALUES, 'file.1': await put('mesa.png', flatPng(65), ana) });
    expect(sent).toMatchObject({ message: WORDS, tag_type: 'template', is_template: true });
    // Until the provider took its files it is no send, and a version without carousels leaves it alone.
    await expectEventually(() =>
      world.rows('select state, provider_media_id from outbox where message_id = $1 and attempts > 0', [sent.id]),
    ).toEqual([{ state: 'carousel', provider_media_id: expect.stringMatching(/^\S+ \S+$/) }]);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_026, times: 1 } });
    const found = async () => (await world.chat(ana, ticket)).find(({ id }) => id === sent.id);
    await expectEventually(found).toMatchObject({ error_code: '131026' });
    await world.call(ana, forwardMessage, { ...to, message_id: sent.id, client_id: randomUUID() });
    const received = async () =>
      (await world.emulator.received(to.to_number)).filter(({ type }) => type === 'template');
    await expectEventually(received).toHaveLength(1);
    expect((await received())[0]).toMatchObject({
      text: 'Novidades para Marina.',
      content: {
        name: 'vitrine',
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Marina' }] }, carousel('três')],
      },
      cards: [
        { mimeType: 'image/png', text: 'Sofá de três lugares.', buttons: ['Quero', 'Ver'] },
        { mimeType: 'image/jpeg', text: 'Mesa de jantar.' },
      ],
    });
  });

  test('without a value, with a file of another kind, another’s or another company’s -> refused', async () => {
    const { ana, bia, bruno } = world.people;
    const { to } = await target(ana);
    const { 'card.1.button.1': _, ...less } = VALUES;
    expect(await fieldsOf(send(ana, to, less))).toEqual({ 'card.1.button.1': 'error.field.required' });
    expect(await refusalOf(send(ana, to, { ...VALUES, 'card.0.1': 'x'.repeat(160) }))).toBe(
      'INVALID error.template.tooLong',
    );
    const pdf = await put('tabela.pdf', Buffer.from('%PDF-1.7\n'), ana);
    expect(await fieldsOf(send(ana, to, { ...VALUES, 'file.0': pdf }))).toEqual({ 'file.0': 'error.template.file' });
    for (const who of [bruno, bia]) {
      const theirs = await put('foto.png', flatPng(66), who);
      expect(await refusalOf(send(ana, to, { ...VALUES, 'file.0': theirs }))).toBe('NOT_FOUND error.notFound');
    }
    await world.rows('update message_template set card_file_ids = null where id = $1', [template.id]);
    const kept = await world.rows<{ id: string }>("select id from campaign_file where name = 'sofa.png'");
    expect(await fieldsOf(send(ana, to))).toEqual({ 'file.0': 'error.campaign.file', 'file.1': 'error.campaign.file' });
    await world.rows('update message_template set card_file_ids = array[$2, $2]::bigint[] where id = $1', [
      template.id,
      kept[0]?.id,
    ]);
  });

  test('is sent by a campaign with each recipient’s values and its own files, uploaded once; an answer’s ticket shows it', async () => {
    const { ana, bia } = world.people;
    const own = await put('mesa.png', flatPng(67), ana);
    const text = (key: string, said: string) => ({ key, source: 'text' as const, text: said });
    const variables = [
      { key: 'body.1', source: 'first_name' as const, fallback: 'cliente' },
      { key: 'card.0.1', source: 'number' as const, fallback: 'três' },
      text('card.0.button.1', 'sofa'),
      text('card.1.button.1', 'mesa'),
    ];
    const group = await world.group(2);
    const form = { name: 'Vitrine', ...ALL_DAY, template_id: template.id, group_id: group.id };
    const draft = (more: typeof variables) =>
      world.call(ana, newCampaign, {
        ...form,
        instance_ids: [world.instances.vendas],
        variables: [...variables, ...more],
      });
    const theirs = await put('foto.png', flatPng(66), bia);
    expect(await refusalOf(draft([text('file.0', theirs)]))).toBe('NOT_FOUND error.notFound');
    expect(await fieldsOf(draft([text('file.0', await put('t.pdf', Buffer.from('%PDF-1.7\n'), ana))]))).toEqual({
      file_id: 'error.template.file',
    });
    const { newCampaign: made } = await draft([text('file.1', own)]);
    expect(made.variables).toContainEqual(expect.objectContaining({ key: 'file.1', text: own, fallback: 'mesa.png' }));
    const { template_id, group_id } = form;
    const id = await world.start({ template_id, group_id, variables: [...variables, text('file.1', own)] });
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1]);
    const received = (await world.emulator.received()).filter(({ customer }) => group.phones.includes(customer));
    expect(received.map(({ content }) => content)).toEqual(
      group.phones.map((phone) =>
        expect.objectContaining({ components: [expect.objectContaining({ type: 'body' }), carousel(phone)] }),
      ),
    );
    const urls = received.map(({ cards }) => cards.map(({ url }) => url));
    expect(new Set(urls.flat()).size).toBe(2);
    // Kept while a campaign, an example or a message of the last month has them.
    const { services } = world.server;
    const later = { ...services, now: () => new Date(Date.now() + 48 * 3_600_000) };
    const folder = await mkdtemp(join(tmpdir(), 'balcao-carousel-'));
    await deleteOldFiles(later, await openFiles({ dataDir: folder, media: { bucket: undefined } }, services));
    await rm(folder, { recursive: true });
    const left = await world.rows<{ name: string }>('select name from campaign_file where tenant_id = $1 order by id', [
      world.tenantId,
    ]);
    expect(left.map(({ name }) => name)).toEqual(['sofa.png', 'mesa.png', 'mesa.png']);
    const [phone = ''] = group.phones;
    const ticket = await world.open({ from: phone, number: 'vendas' });
    const [first] = await world.chat(ana, ticket);
    expect(first?.message).toContain(`*1/2* Sofá de ${phone} lugares.\n\n*2/2* Mesa de jantar.`);
  });
});
