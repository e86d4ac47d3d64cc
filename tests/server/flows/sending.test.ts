import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flowFindingsSchema } from '../../../contract/entities/flow-finding.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { uploadCampaignFile } from '../../../contract/rest/campaign-files.ts';
import { WhatsAppChannel } from '../../../server/channels/whatsapp/whatsapp-channel.ts';
import { deleteOldFiles } from '../../../server/domain/media/delete-files.ts';
import { openFiles } from '../../../server/domain/media/open-files.ts';
import { syncTemplates } from '../../../server/domain/templates/sync-templates.ts';
import { joinWith } from '../../support/one-permission.ts';
import { DEMO_PASSWORD } from '../../support/server.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { flatPng } from '../media/flat-png.ts';
import { startFlows } from './flows-world.ts';
import type { FlowsWorld } from './flows-world.ts';

/* Files and templates that flows send. */

let world: FlowsWorld;
let photo: string;
let reminder: string;
beforeAll(async () => {
  world = await startFlows();
  const { graphUrl } = world.emulator;
  const account = { graphUrl: () => graphUrl, appSecret: 'x', accessToken: () => 't', defaultToken: 't' };
  await syncTemplates(world.server.services, new WhatsAppChannel(account));
  photo = await uploaded(world.people.ana.token);
  const [template] = await world.rows<{ id: string }>(
    `select t.id from message_template t join instance i on i.tenant_id = t.tenant_id and i.waba_id = t.waba_id
     where t.name = 'lembrete_de_horario' and i.id = $1`,
    [world.instances.vendas],
  );
  reminder = template?.id ?? '';
});
afterAll(() => world.stop());

async function uploaded(token: string): Promise<string> {
  const response = await fetch(`${world.url}/api/campaigns/files/${randomUUID()}?name=vitrine.png`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(flatPng(64)),
  });
  return uploadCampaignFile.answer.parse(await response.json()).id;
}

/** The template whose header is a photo. */
async function headed(): Promise<string> {
  const [template] = await world.rows<{ id: string }>(
    `select t.id from message_template t join instance i on i.tenant_id = t.tenant_id and i.waba_id = t.waba_id
     where t.name = 'foto_do_produto' and i.id = $1`,
    [world.instances.vendas],
  );
  return template?.id ?? '';
}

const received = async (phone: string) =>
  (await world.emulator.received(phone)).map(({ type, content }) => ({ type, content: JSON.stringify(content) }));

test.each(['active-chat-flow', 'passive-chat-flow'] as const)(
  'who may %s alone -> uploads a file for it',
  async (may) => {
    const token = await world.server.tokenOf(await joinWith(world.server, [may]), DEMO_PASSWORD);
    expect(await uploaded(token)).toMatch(/^\d+$/u);
  },
);

test('a photo at once, and a template a day later, when no text could be sent', async () => {
  await world.answering(flow(photo, reminder), { bot_name: 'Bia' });
  const phone = world.aPhone();
  await world.says(phone, 'Oi');
  await expectEventually(async () => (await received(phone)).length).toBe(1);
  const [image] = await received(phone);
  expect(image).toMatchObject({ type: 'image', content: expect.stringContaining('*Bia:*\\nVeja, Luciana.') });
  const files = await world.rows(
    `select f.mime_type, m.media from message m join message_media f on f.message_id = m.id
     join customer c on c.id = m.customer_id where c.phone_number = $1`,
    [phone],
  );
  expect(files).toEqual([{ mime_type: 'image/jpeg', media: { sent_as: 'image' } }]);
  await world.pass(1_500);
  await expectEventually(async () => (await received(phone)).length).toBe(2);
  const [, template] = await received(phone);
  expect(template).toMatchObject({ type: 'template', content: expect.stringContaining('lembrete_de_horario') });
  expect((await world.told(phone)).at(-1)).toBe(
    'Oi, Luciana! Passando para lembrar do seu horário em 5 de março, às 14h30. Confirma?',
  );
  const ended = await world.ticketsOf(phone);
  expect(ended).toMatchObject([{ isOpen: false }]);
});

test('a template that is paused by now, a file that is gone -> their exit failed', async () => {
  await world.answering(flow(photo, reminder));
  const [first, second] = [world.aPhone(), world.aPhone()];
  await world.says(first, 'Oi');
  await world.rows("update message_template set status = 'PAUSED' where id = $1", [reminder]);
  await world.pass(1_500);
  await world.rows("update message_template set status = 'APPROVED' where id = $1", [reminder]);
  expect(await world.runsOf(first)).toMatchObject([{ status: 'ended', node: 'sem_modelo' }]);
  await world.rows(
    'update campaign_file set tenant_id = (select tenant_id from app_user where id = $1) where id = $2',
    [world.people.bia.id, photo],
  );
  await world.says(second, 'Oi');
  await world.rows(
    'update campaign_file set tenant_id = (select tenant_id from app_user where id = $1) where id = $2',
    [world.people.ana.id, photo],
  );
  expect(await world.told(second)).toEqual(['Sem foto.']);
});

test('a template whose header is a file -> the step’s photo goes with it', async () => {
  await world.answering(flow(photo, await headed(), { 'body.1': '{{first_name}}' }, photo), { bot_name: 'Bia' });
  const phone = world.aPhone();
  await world.says(phone, 'Oi');
  await world.pass(1_500);
  await expectEventually(async () => (await received(phone)).length).toBe(2);
  const [, template] = await received(phone);
  expect(template).toMatchObject({ type: 'template', content: expect.stringContaining('foto_do_produto') });
  expect(template?.content).toMatch(/"type":"header","parameters":\[\{"type":"image","image":\{"id":"[^"]+"\}\}\]/u);
  const files = await world.rows(
    `select f.mime_type, m.media from message m join message_media f on f.message_id = m.id
     join customer c on c.id = m.customer_id where c.phone_number = $1 and m.template is not null`,
    [phone],
  );
  expect(files).toEqual([{ mime_type: 'image/jpeg', media: { sent_as: 'image' } }]);
  expect((await world.told(phone)).at(-1)).toMatch(/^Luciana, esta é a foto/u);
});

test('another company’s file, a template without the file of its header, or with another kind -> not published', async () => {
  const theirs = await uploaded(world.people.bia.token);
  const foundOf = async (of: Flow) => {
    const { is_published, findings } = await world.publish(await world.draft(of));
    expect(is_published).toBe(false);
    return flowFindingsSchema.parse(JSON.parse(findings)).map(({ node, about }) => `${node} ${about}`);
  };
  expect((await foundOf(flow(theirs, await headed()))).toSorted()).toEqual(['foto file', 'lembra templateFile']);
  const paper = await uploaded(world.people.ana.token);
  await world.rows("update campaign_file set kind = 'document' where id = $1", [paper]);
  expect(await foundOf(flow(photo, await headed(), VALUES, paper))).toEqual(['lembra templateFile']);
});

test('a caption below a sound, a template without its values -> not published', async () => {
  const sound = await uploaded(world.people.ana.token);
  await world.rows("update campaign_file set kind = 'audio' where id = $1", [sound]);
  const { is_published, findings } = await world.publish(await world.draft(flow(sound, reminder, {})));
  expect(is_published).toBe(false);
  const found = flowFindingsSchema.parse(JSON.parse(findings)).map(({ node, about }) => `${node} ${about}`);
  expect(found.toSorted()).toEqual(['foto captionKind', 'lembra templateValues']);
});

test('a file that a flow sends isn’t cleaned up', async () => {
  await world.draft(flow(photo, reminder));
  const unused = await uploaded(world.people.ana.token);
  await world.rows("update campaign_file set created_at = now() - interval '2 years', used_at = null");
  const { services } = world.server;
  const dataDir = await mkdtemp(join(tmpdir(), 'flow-files-'));
  await deleteOldFiles(services, await openFiles({ dataDir, media: { bucket: undefined } }, services));
  await rm(dataDir, { recursive: true });
  const left = await world.rows<{ id: string }>('select id from campaign_file where id = any($1)', [[photo, unused]]);
  expect(left.map(({ id }) => id)).toEqual([photo]);
});

const VALUES = { 'body.1': '{{first_name}}', 'body.2': '5 de março', 'body.3': '14h30' };

function flow(
  file_id: string,
  template_id: string,
  values: Readonly<Record<string, string>> = VALUES,
  header?: string,
): Flow {
  const end = { kind: 'end', label: null, text: null, finishes: true, exits: {} } as const;
  return {
    schema: 1,
    kind: 'passive',
    start: 'foto',
    variables: {},
    nodes: {
      foto: {
        kind: 'say',
        label: null,
        content: { of: 'media', file_id, caption: 'Veja, {{first_name}}.' },
        exits: { next: 'espera', failed: 'sem_foto' },
      },
      espera: { kind: 'pause', label: null, lasts: { minutes: 1_500 }, exits: { next: 'lembra', message: 'fim' } },
      lembra: {
        kind: 'say',
        label: null,
        content: { of: 'template', template_id, values, ...(header !== undefined && { file_id: header }) },
        exits: { next: 'fim', failed: 'sem_modelo' },
      },
      fim: end,
      sem_modelo: end,
      sem_foto: { ...end, text: 'Sem foto.' },
    },
  };
}
