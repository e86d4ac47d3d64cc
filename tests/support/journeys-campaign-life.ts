import { campaignLife } from '../../models/journeys/campaign-life.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { CampaignProgress } from '../../src/machines/entities/campaigns.ts';
import { countOf } from '../../src/machines/entities/campaigns.ts';
import type { FormName } from '../../src/machines/entities/forms.ts';
import { flatPng } from '../server/media/flat-png.ts';
import { templateForm } from '../server/templates/template-calls.ts';
import { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly provider: EmulatorClient;
  readonly ana: Office;
  readonly name: string;
  readonly vendasId: string;
  readonly groupId: string;
  /** Their numbers. */
  readonly phones: readonly string[];
  /** Ana's own. */
  readonly trial: string;
  templateId: string;
  id: string;
}

const UNDELIVERABLE = 131026;
/** The provider's code for an account that has to be paid. */
const UNPAID = 131042;
const DAY_MS = 86_400_000;
const RATE = { category: 'utility', prefix: '55', since: '2020-01-01' };

/** A picture that goes with the form's key, as the file field does; the id it got. */
async function givePicture({ ana, vendasId }: Path, form: FormName): Promise<string> {
  const key = crypto.randomUUID();
  ana.client.adapters.files.keep(key, new File([new Uint8Array(flatPng(64))], 'foto.png', { type: 'image/png' }));
  return ana.press(form, key, { file_name: 'foto.png', ...(form === 'template.file' && { instance_id: vendasId }) });
}

async function seesTemplate({ ana, templateId }: Path, status: string): Promise<void> {
  await ana.listed('messageTemplate', { id: templateId }, ([row]) => row?.id === templateId && row.status === status);
}

async function seesCampaign(path: Path, what: (row: CampaignProgress) => boolean): Promise<void> {
  await path.ana.listed('campaign', { id: path.id }, ([row]) => row?.id === path.id && what(row));
}

async function seesForecast({ ana, id }: Path, currency: string | null, amount: number | null): Promise<void> {
  await ana.listed('campaign.rehearsal', { id }, ([row]) => {
    const [cost, more] = row?.costs ?? [];
    return row?.reached === 3 && cost?.currency === currency && cost.amount === amount && more === undefined;
  });
}

/** How many of them have it on their phones. */
async function seesReached(path: Path, count: number): Promise<void> {
  await expectEventually(async () => {
    const got = await Promise.all(path.phones.map((phone) => path.provider.received(phone)));
    return got.filter((messages) => messages.length === 1).length;
  }).toBe(count);
}

async function draft(path: Path, name: string): Promise<void> {
  const { ana, groupId, vendasId, templateId } = path;
  ana.visit('/campaigns');
  path.id = await ana.save('campaign', 'new', {
    name,
    group_id: groupId,
    instance_ids: [vendasId],
    template_id: templateId,
    file_id: await givePicture(path, 'campaign.file'),
    window_from: 0,
    window_to: 24,
  });
}

const deeds = {
  'Ana writes a template with a picture': async (path) => {
    const { ana, vendasId, name } = path;
    ana.visit('/message-templates');
    const header_file_id = await givePicture(path, 'template.file');
    const { examples, ...form } = templateForm(vendasId, name.toLowerCase().replaceAll(' ', '_'), {
      header: 'image',
      header_text: '',
      header_file_id,
      body: 'A nova coleção chegou.',
      buttons: [],
      examples: [],
    });
    path.templateId = await ana.save('template', 'new', { ...form, examples: [...examples] });
  },
  'Ana submits it': async ({ ana, templateId }) => {
    await ana.press('template.submit', templateId, { version: null });
  },
  'Ana drafts a campaign': (path) => draft(path, path.name),
  'Ana says what a message costs': async ({ ana }) => {
    await ana.press('campaign.rate', 'new', { ...RATE, currency: 'BRL', amount: '0,25' });
  },
  'Ana takes the price away': async ({ ana }) => void (await ana.press('campaign.rate.delete', 'utility', RATE)),
  'Ana tries it on one number': async ({ ana, id, trial, vendasId }) => {
    await ana.press('campaign.test', id, { instance_id: vendasId, to_number: trial, batch: 1 });
  },
  'Ana plans it for tomorrow': async ({ ana, id, world }) => {
    await ana.save('campaign', id, { starts_at: new Date(world.now() + DAY_MS).toISOString() });
    await ana.press('campaign.start', id, { version: null });
  },
  'Ana takes it back': async ({ ana, id }) => void (await ana.press('campaign.unschedule', id)),
  'Ana starts it, and halts it': async (path) => {
    const { ana, id, provider } = path;
    // The others wait until the first one has come, which nobody tells.
    await provider.patchPolicy({ statuses: { send: false } });
    await ana.save('campaign', id, { starts_at: null });
    await ana.press('campaign.start', id, { version: null });
    await seesReached(path, 1);
    await ana.press('campaign.pause', id);
  },
  'Ana goes on while the provider refuses': async (path) => {
    const { ana, id, phones, provider } = path;
    await provider.patchPolicy({ statuses: { send: true }, sends: { mode: 'refuse', code: UNDELIVERABLE } });
    const got = await Promise.all(phones.map((phone) => provider.received(phone)));
    await provider.tellStatus(got.flat()[0]?.id ?? '', 'delivered');
    await ana.press('campaign.resume', id);
  },
  'Ana sends it once more to whom it didn’t reach': async ({ ana, id, provider }) => {
    await provider.patchPolicy({ sends: { mode: 'accept' } });
    await ana.press('campaign.retry', id);
  },
  'Ana starts another, which the provider stops': async (path) => {
    await path.provider.patchPolicy({ sends: { mode: 'refuse', code: UNPAID } });
    await draft(path, `${path.name} B`);
    await path.ana.press('campaign.start', path.id, { version: null });
  },
  'Ana cancels it': async ({ ana, id, provider }) => {
    await provider.patchPolicy({ sends: { mode: 'accept' } });
    await ana.press('campaign.cancel', id);
  },
  'Ana deletes the template': async ({ ana, templateId }) => {
    ana.visit('/message-templates');
    await ana.press('template.delete', templateId);
  },
} satisfies Record<DeedOf<typeof campaignLife>, Act<Path>>;

const scenes = {
  'no template': async ({ ana, name }) => {
    const search = name.toLowerCase().replaceAll(' ', '_');
    await ana.listed('messageTemplates', {}, (rows) => rows.every((row) => row.name !== search));
  },
  'a template in writing': (path) => seesTemplate(path, 'draft'),
  approved: (path) => seesTemplate(path, 'approved'),
  'a draft': (path) => seesCampaign(path, ({ status, file }) => status === 'draft' && file === 'foto.png'),
  'a forecast with its price': (path) => seesForecast(path, 'BRL', 0.75),
  'a forecast without a price': (path) => seesForecast(path, null, null),
  tried: async (path) => {
    await expectEventually(async () => (await path.provider.received(path.trial)).map(({ type }) => type)).toEqual([
      'template',
    ]);
    await seesCampaign(path, ({ tests, status }) => tests.length === 1 && status === 'draft');
    await seesReached(path, 0);
  },
  planned: async (path) => {
    await seesCampaign(path, ({ status }) => status === 'scheduled');
    await seesReached(path, 0);
  },
  'a draft again': (path) => seesCampaign(path, ({ status }) => status === 'draft'),
  halted: async (path) => {
    await seesCampaign(path, ({ status, counts }) => status === 'paused' && countOf(counts, 'sent') === 1);
    await seesReached(path, 1);
  },
  refused: async (path) => {
    await seesCampaign(
      path,
      ({ status, failed }) => status === 'finished' && failed.map(({ count }) => count).join() === '2',
    );
    await seesReached(path, 1);
  },
  reached: async (path) => {
    await seesReached(path, 3);
    await seesCampaign(path, ({ status, failed }) => status === 'finished' && failed.length === 0);
  },
  'stopped by the provider': (path) =>
    seesCampaign(path, ({ status, reason }) => status === 'paused' && reason === 'channel.error.payment'),
  cancelled: async (path) => {
    await seesCampaign(path, ({ status, counts }) => status === 'cancelled' && countOf(counts, 'sent') === 0);
    await seesReached(path, 3);
  },
  'no template any more': async ({ ana, templateId }) => {
    await ana.listed('messageTemplates', {}, (rows) => rows.every(({ id }) => id !== templateId));
  },
} satisfies Record<SceneOf<typeof campaignLife>, Act<Path>>;

export const campaignLifeSteps: Steps<Path, OfficeWorld> = {
  journey: campaignLife,
  begin: async (world) => {
    const ana = await world.at('ana');
    const provider = new EmulatorClient(world.url);
    await provider.patchPolicy({ reviews: { mode: 'approve', afterMs: 0 } });
    const number = world.next();
    const phones = ['1', '2', '3'].map((last) => `5511922${String(number).padStart(5, '0')}${last}`);
    const instances = await ana.listed('instances', {}, (rows) => rows.some(({ name }) => name === 'Vendas'));
    const vendasId = instances.find(({ name }) => name === 'Vendas')?.id ?? '';
    const { rows } = await world.server.owner.query<{ id: string }>(
      `with company as (select id from tenant where slug = 'aurora'),
      who as (insert into customer (tenant_id, name, phone_number)
        select company.id, 'Lia ' || phone, phone from company, unnest($1::text[]) as phone returning id),
      held as (insert into customer_group (tenant_id, name) select id, $2 from company returning tenant_id, id)
      insert into customer_group_member (tenant_id, group_id, customer_id)
        select held.tenant_id, held.id, who.id from held, who returning group_id::text as id`,
      [phones, `Grupo ${number}`],
    );
    const groupId = rows[0]?.id ?? '';
    const trial = `5511922${String(number).padStart(5, '0')}9`;
    const known = { world, provider, ana, vendasId, groupId, phones, trial };
    return { ...known, name: `Coleção ${number}`.normalize('NFD').replaceAll(/\p{M}/gu, ''), templateId: '', id: '' };
  },
  deeds,
  scenes,
};
