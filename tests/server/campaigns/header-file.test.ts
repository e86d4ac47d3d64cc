import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { restErrorSchema } from '../../../contract/errors.ts';
import type { CampaignForm } from '../../../contract/entities/campaign.ts';
import { newCampaign, resumeCampaign, startCampaign, testCampaign } from '../../../contract/graphql/campaigns.ts';
import { messageMedia } from '../../../contract/graphql/message-media.ts';
import { uploadCampaignFile } from '../../../contract/rest/campaign-files.ts';
import { campaignSheet } from '../../../contract/rest/campaign-sheet.ts';
import { fieldsOf, refusalOf } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { jsonOf, unzipped } from '../../support/unzipped.ts';
import { flatPng } from '../media/flat-png.ts';
import { sample } from '../media/media-world.ts';
import { ALL_DAY, startCampaigning } from './campaign-world.ts';
import type { CampaignWorld } from './campaign-world.ts';

let world: CampaignWorld;
let photo: Pick<CampaignForm, 'template_id' | 'variables'>;
beforeAll(async () => {
  world = await startCampaigning();
  const [template] = await world.rows<{ id: string }>(
    `select t.id from message_template t join instance i on i.tenant_id = t.tenant_id
     where t.name = 'foto_do_produto' and i.id = $1`,
    [world.instances.vendas],
  );
  photo = {
    template_id: template?.id ?? '',
    variables: [{ key: 'body.1', source: 'first_name', fallback: 'cliente' }],
  };
});
afterAll(() => world.stop());

async function put(name: string, bytes: Uint8Array, who = world.people.ana, clientId: string = randomUUID()) {
  const response = await fetch(`${world.url}/api/campaigns/files/${clientId}?${new URLSearchParams({ name })}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(restErrorSchema.parse(answer).error?.key);
  return uploadCampaignFile.answer.parse(answer);
}

const sentSchema = z.object({
  components: z.array(
    z.object({
      type: z.string(),
      parameters: z.array(z.looseObject({ image: z.optional(z.object({ id: z.string() })) })),
    }),
  ),
});
/** The provider's ids of the pictures that the numbers got. */
async function pictures(phones: readonly string[]): Promise<string[]> {
  const received = await world.emulator.received();
  return received
    .filter(({ customer }) => phones.includes(customer))
    .map(({ content }) => {
      const header = sentSchema.parse(content).components.find(({ type }) => type === 'header');
      return header?.parameters[0]?.image?.id ?? '';
    });
}

describe('a template whose header is a file', () => {
  test('is refused without it, with one of another kind and with another company’s', async () => {
    const { ana, bia } = world.people;
    const group = await world.group(1);
    const form = { name: 'Foto', ...ALL_DAY, ...photo, group_id: group.id, instance_ids: [world.instances.vendas] };
    const draft = (file_id: string | null) => world.call(ana, newCampaign, { ...form, file_id });
    expect(await fieldsOf(draft(null))).toEqual({ file_id: 'error.campaign.file' });
    const pdf = await put('tabela.pdf', Buffer.from('%PDF-1.7\n'));
    expect(pdf).toMatchObject({ name: 'tabela.pdf', kind: 'document' });
    expect(await fieldsOf(draft(pdf.id))).toEqual({ file_id: 'error.template.file' });
    const theirs = await put('foto.png', flatPng(64), bia);
    expect(await refusalOf(draft(theirs.id))).toBe('NOT_FOUND error.notFound');
    const table = await put('lista.csv', Buffer.from('a;b\n'));
    expect(await fieldsOf(draft(table.id))).toEqual({ file_id: 'error.template.file' });
    await expect(put('foto.png', Buffer.from('%PDF-1.7\n'))).rejects.toThrow('error.file.content');
    const clientId = randomUUID();
    const file = await put('foto.png', flatPng(64), ana, clientId);
    expect(await put('outra.png', flatPng(32), ana, clientId)).toEqual(file);
    const { newCampaign: made } = await draft(file.id);
    expect(made).toMatchObject({ file_id: file.id, file_name: 'foto.png' });
  });

  test('is sent to everyone with the file, uploaded once; what the provider forgot is uploaded anew', async () => {
    const { id: file_id } = await put('foto.png', flatPng(64));
    const group = await world.group(4);
    await world.until(await world.start({ ...photo, file_id, group_id: group.id }), 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1, 1, 1]);
    // It is among all that is known of them, with their own words.
    const exported = await fetch(`${world.url}/api/customers/export?customer_id=${group.customers[0]}`, {
      headers: { authorization: `Bearer ${world.people.ana.token}` },
    });
    const entries = await unzipped(exported);
    const path = expect.stringMatching(/^arquivos\/campanha-\d+-1-imagem\.jpg$/u);
    expect(jsonOf(entries, 'cliente.json')).toMatchObject({
      campaigns: [{ text: expect.stringContaining('Cliente'), files: [{ type: 'image/jpeg', path }] }],
    });
    const sent = world.rows<{ sha256: string }>('select sha256 from campaign_file where id = $1', [file_id]);
    const kept = [...entries].filter(([name]) => name.startsWith('arquivos/'));
    expect(kept.map(([, bytes]) => ({ sha256: createHash('sha256').update(bytes).digest('hex') }))).toEqual(await sent);
    const first = new Set(await pictures(group.phones));
    expect([...first]).toEqual([expect.stringMatching(/./u)]);
    const later = await world.group(1);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_053, times: 1 } });
    const id = await world.start({ ...photo, file_id, group_id: later.id });
    await expectEventually(async () => (await world.recipients(id))[0]?.attempts).toBe(2);
    await world.until(id, 'finished');
    expect(await world.ledger(later.phones)).toEqual([1]);
    expect(first.has((await pictures(later.phones))[0] ?? '')).toBe(false);
  });

  test('is refused by the provider itself -> the campaign stands, nobody failed; resumed, it goes to everyone', async () => {
    const { id: file_id } = await put('recusada.png', flatPng(65));
    const group = await world.group(3);
    await world.emulator.patchPolicy({ uploads: { mode: 'refuse', code: 131_053 } });
    const id = await world.start({ ...photo, file_id, group_id: group.id });
    await world.until(id, 'paused');
    expect(await world.recipients(id, 'failed')).toEqual([]);
    expect(await world.ledger(group.phones)).toEqual([0, 0, 0]);
    await world.emulator.patchPolicy({ uploads: { mode: 'accept' } });
    await world.call(world.people.ana, resumeCampaign, { id });
    await world.until(id, 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1, 1]);
  });
});

describe('a file without a template', () => {
  const HALVES = { batches: [50, 50], batch_minutes: 600 };
  const hasten = (id: string) =>
    world.rows('update campaign_recipient set next_attempt_at = now() where campaign_id = $1 and batch = 2', [id]);
  const variables = [{ key: 'body.nome', source: 'first_name' as const, fallback: 'você' }];

  test('another company’s, a text too long for it, and neither of them -> refused, of a part at its place', async () => {
    const { ana, bia } = world.people;
    const group = await world.group(1);
    const draft = (form: Partial<CampaignForm>) =>
      world.draft({ group_id: group.id, template_id: null, variables: [], ...form });
    const theirs = await put('foto.png', flatPng(64), bia);
    const ours = await put('foto.png', flatPng(64), ana);
    const part = (said: object) => ({ message: 'Oi', ...HALVES, part_messages: [{ batch: 2, ...said }] });
    expect(await refusalOf(draft({ file_id: theirs.id }))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(draft(part({ file_id: theirs.id })))).toBe('NOT_FOUND error.notFound');
    const long = { file_id: ours.id, message: 'a'.repeat(1025) };
    expect(await fieldsOf(draft(long))).toEqual({ message: 'error.campaign.caption' });
    expect(await fieldsOf(draft(part(long)))).toEqual({ 'part_messages.0.message': 'error.campaign.caption' });
    expect(await fieldsOf(draft({ message: '' }))).toEqual({ template_id: 'error.field.required' });
    expect(await fieldsOf(draft(part({ message: '' })))).toEqual({ part_messages: 'error.campaign.partMessage' });
    expect(await draft({ file_id: ours.id })).toMatchObject({ message: '', file_id: ours.id, file_name: 'foto.png' });
  });

  test('an image with a text, a document in the other part -> those within their 24 hours get it, and the ticket shows it', async () => {
    const { ana } = world.people;
    const group = await world.group(5);
    const heard = group.phones.slice(0, 4);
    for (const from of heard) await world.open({ from });
    const photo = await put('promo.png', flatPng(64));
    const pdf = await put('tabela.pdf', Buffer.from('%PDF-1.7\n'));
    const { id } = await world.draft({
      ...{ group_id: group.id, template_id: null, message: 'Olá, {{nome}}', file_id: photo.id, variables },
      ...{ ...HALVES, skip_in_attendance: false, part_messages: [{ batch: 2, file_id: pdf.id }] },
    });
    const test = { id, instance_id: world.instances.vendas, to_number: '5511988880009' };
    await world.call(ana, testCampaign, test);
    const contents = async (phone: string) =>
      (await world.emulator.received(phone)).map(({ type, content }) => ({ type, content }));
    const anId: unknown = expect.stringMatching(/./u);
    await expectEventually(() => contents(test.to_number)).toEqual([
      { type: 'image', content: { id: anId, caption: 'Olá, você' } },
    ]);
    await world.call(ana, startCampaign, { id });
    await expectEventually(async () => (await world.recipients(id, 'read')).length).toBe(2);
    await hasten(id);
    await world.until(id, 'finished');
    expect((await world.details(id)).skipped).toEqual([{ reason: 'window', count: 1 }]);
    for (const { address, batch } of (await world.recipients(id)).filter(({ state }) => state !== 'skipped')) {
      const isFirst = batch === 1;
      expect(await contents(address)).toEqual([
        isFirst
          ? { type: 'image', content: { id: anId, caption: 'Olá, Cliente' } }
          : { type: 'document', content: { id: anId, filename: 'tabela.pdf' } },
      ]);
      await world.write({ from: address, text: 'Quero!' });
      const ticket = await world.ticketOf(ana, address);
      if (ticket === undefined) throw new Error('no ticket');
      const said = (await world.chat(ana, ticket)).at(-2);
      expect(said).toMatchObject(
        isFirst
          ? { type: 0, tag_type: 'image', message: 'Olá, Cliente', document_name: null }
          : { type: 0, tag_type: 'pdf', message: null, document_name: 'tabela.pdf' },
      );
      const media = (await world.call(ana, messageMedia, { id: said?.id ?? '' })).messageMedia;
      expect(media).toMatchObject({ state: 'ready', width: isFirst ? 64 : null });
      const bytes = await fetch(new URL(media.url ?? '', world.url));
      expect(bytes.status).toBe(200);
    }
    const sheet = await fetch(`${world.url}${campaignSheet.path}?campaign_id=${id}&format=csv&locale=en`, {
      headers: { authorization: `Bearer ${ana.token}` },
    });
    const lines = (await sheet.text()).split('\r\n');
    expect(lines.filter((line) => line.includes('promo.png · Olá, {{nome}}'))).not.toEqual([]);
    expect(lines.filter((line) => line.includes(';2;tabela.pdf;'))).not.toEqual([]);
  });

  test('an audio -> refused with a text; alone it is sent as a recording, and the ticket plays it', async () => {
    const { ana } = world.people;
    const group = await world.group(1);
    const [from = ''] = group.phones;
    await world.open({ from });
    await expect(put('oi.webp', await sample('sticker.webp'))).rejects.toThrow('error.template.file');
    const { id: file_id, kind } = await put('oferta.ogg', await sample('voice.ogg'));
    expect(kind).toBe('audio');
    const form = { group_id: group.id, template_id: null, file_id, variables: [], skip_in_attendance: false };
    expect(await fieldsOf(world.draft({ ...form, message: 'Oi' }))).toEqual({ message: 'error.campaign.audio' });
    await world.until(await world.start(form), 'finished');
    const [sent] = await world.emulator.received(from);
    expect(sent).toMatchObject({ type: 'audio', content: { voice: true } });
    await world.write({ from, text: 'Ouvi!' });
    const ticket = await world.ticketOf(ana, from);
    if (ticket === undefined) throw new Error('no ticket');
    const said = (await world.chat(ana, ticket)).at(-2);
    expect(said).toMatchObject({ type: 0, tag_type: 'audio', message: null, document_name: null });
    const { messageMedia: media } = await world.call(ana, messageMedia, { id: said?.id ?? '' });
    expect(media).toMatchObject({ state: 'ready', mime_type: 'audio/ogg' });
  });

  test('whatever part has one -> an older version finds nothing of the campaign or its test to send', async () => {
    const { ana } = world.people;
    const group = await world.group(4);
    for (const from of group.phones) await world.open({ from });
    const photo = await put('promo.png', flatPng(67));
    const text = { template_id: null, message: 'Oi', variables: [], skip_in_attendance: false };
    const parts = { batches: [34, 33, 33], batch_minutes: 600, part_messages: [{ batch: 2, file_id: photo.id }] };
    const { id } = await world.draft({ group_id: group.id, ...text, ...parts });
    const to = { id, instance_id: world.instances.vendas, to_number: '5511988880019', batch: 2 };
    expect((await world.call(ana, testCampaign, to)).testCampaign).toMatchObject({ state: 'pending' });
    expect(
      await world.rows('select from campaign_test where campaign_id = $1 and state = $2', [id, 'pending']),
    ).toEqual([]);
    await expectEventually(async () => (await world.emulator.received(to.to_number)).length).toBe(1);
    await world.call(ana, startCampaign, { id });
    // It claims nothing of a campaign without a content.
    expect(await world.rows('select content from campaign where id = $1', [id])).toEqual([{ content: null }]);
    await expectEventually(async () => {
      await world.rows('update campaign_recipient set next_attempt_at = now() where campaign_id = $1 and state = $2', [
        id,
        'pending',
      ]);
      return (await world.details(id)).campaign.status;
    }).toBe('finished');
    // The first part's is the campaign's own, and the third part's.
    expect((await world.details(id)).campaign.part_messages.map(({ batch }) => batch)).toEqual([2]);
    const third = (await world.recipients(id)).find(({ batch }) => batch === 3)?.address ?? '';
    expect((await world.emulator.received(third)).map(({ type }) => type)).toEqual(['text']);
    await world.write({ from: third, text: 'Quero!' });
    const ticket = await world.ticketOf(ana, third);
    if (ticket === undefined) throw new Error('no ticket');
    expect((await world.chat(ana, ticket)).at(-2)?.message).toBe('Oi');
  });

  test('with its variables filled in, a text too long for it -> fails alone, nothing is sent', async () => {
    const group = await world.group(1);
    await world.open({ from: group.phones[0] ?? '' });
    const { id: file_id } = await put('promo.png', flatPng(66));
    const message = `${'a'.repeat(1_010)} {{nome}}`;
    const value = [{ key: 'body.nome', source: 'text' as const, text: 'b'.repeat(20) }];
    const form = { group_id: group.id, template_id: null, message, file_id, variables: value };
    const id = await world.start({ ...form, skip_in_attendance: false });
    await world.until(id, 'finished');
    expect(await world.recipients(id)).toMatchObject([{ state: 'failed', error_key: 'error.campaign.caption' }]);
    expect(await world.ledger(group.phones)).toEqual([0]);
  });
});
