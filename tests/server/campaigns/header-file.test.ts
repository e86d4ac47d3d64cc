import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { restErrorSchema } from '../../../contract/errors.ts';
import type { CampaignForm } from '../../../contract/entities/campaign.ts';
import { newCampaign, resumeCampaign, updateCampaign } from '../../../contract/graphql/campaigns.ts';
import { uploadCampaignFile } from '../../../contract/rest/campaign-files.ts';
import { fieldsOf, refusalOf } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { flatPng } from '../media/flat-png.ts';
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
    await expect(put('lista.csv', Buffer.from('a;b\n'))).rejects.toThrow('error.template.file');
    await expect(put('foto.png', Buffer.from('%PDF-1.7\n'))).rejects.toThrow('error.file.content');
    const clientId = randomUUID();
    const file = await put('foto.png', flatPng(64), ana, clientId);
    expect(await put('outra.png', flatPng(32), ana, clientId)).toEqual(file);
    const { newCampaign: made } = await draft(file.id);
    expect(made).toMatchObject({ file_id: file.id, file_name: 'foto.png' });
    const text = { ...form, template_id: null, message: 'Oi', file_id: file.id, id: made.id };
    expect((await world.call(ana, updateCampaign, text)).updateCampaign).toMatchObject({ file_id: null });
  });

  test('is sent to everyone with the file, uploaded once; what the provider forgot is uploaded anew', async () => {
    const { id: file_id } = await put('foto.png', flatPng(64));
    const group = await world.group(4);
    await world.until(await world.start({ ...photo, file_id, group_id: group.id }), 'finished');
    expect(await world.ledger(group.phones)).toEqual([1, 1, 1, 1]);
    const first = new Set(await pictures(group.phones));
    expect([...first]).toEqual([expect.stringMatching(/./u)]);
    const later = await world.group(1);
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_053, times: 1 } });
    const id = await world.start({ ...photo, file_id, group_id: later.id });
    await expectEventually(async () => (await world.recipients(id))[0]?.attempts, 10_000).toBe(2);
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
