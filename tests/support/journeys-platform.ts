import { OFFERED_FEATURES } from '../../contract/facts/tenant-features.ts';
import { platform } from '../../models/journeys/platform.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { selectRoutes } from '../../src/machines/auth/auth.selectors.ts';
import { EmulatorClient } from './emulator.ts';
import { rowOf } from './journeys-looks.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';
import { DEMO_PASSWORD } from './server.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly support: Office;
  /** The administrator of a company. */
  readonly bia: Office;
  readonly number: number;
  /** Bia's routes as the path began. */
  readonly routes: readonly string[];
  protocol: string;
  videoId: string;
}

const ATENDIMENTO = '200000000000001';
const CONTACT = 'Ramal 4';
const PDF = `data:application/pdf;base64,${Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n').toString('base64')}`;

async function seesRoutes({ bia, routes }: Path, isWhole: boolean): Promise<void> {
  await bia.waits(isWhole ? 'all her screens' : 'fewer screens', ({ directory }) => {
    const now = selectRoutes(directory.auth.getSnapshot());
    const optional = OFFERED_FEATURES.filter((option) => now.includes(option));
    return isWhole ? now.length === routes.length : optional.length === 0 && now.length < routes.length;
  });
}

async function seesVideo({ bia, videoId }: Path, isThere: boolean, isWatched = false): Promise<void> {
  await bia.listed('videos', {}, (rows) => {
    const found = rows.find(({ id }) => id === videoId);
    return isThere ? found !== undefined && (found.watchedAt !== null) === isWatched : found === undefined;
  });
}

/** What Bia was given last, as text. */
async function fileOf({ bia }: Path): Promise<string> {
  return (await bia.client.environment.saved.at(-1)?.file.text()) ?? '';
}

const deeds = {
  'the back-office switches all options off': async ({ support }) => {
    support.visit('/tenants');
    await support.save('tenant.features', 'brisa', { features: [] });
  },
  'the back-office switches them on again': async ({ support }) => {
    await support.save('tenant.features', 'brisa', { features: [...OFFERED_FEATURES] });
  },
  'the back-office publishes terms': async ({ support, number }) => {
    support.visit('/terms-of-use');
    const pdf = support.client.adapters.vault.keep(PDF);
    await support.press('terms.publish', 'new', { title: `Termos ${number}`, pdf });
  },
  'Bia accepts them': async ({ bia }) => {
    bia.visit('/terms-of-use');
    const [row] = await bia.listed('terms', {}, ([found]) => found !== undefined && found.current !== null);
    await bia.press('terms.accept', row?.current?.id ?? '');
  },
  'the back-office adds a video': async (path) => {
    // Whoever logs in later would owe them first.
    const { owner } = path.world.server;
    await owner.query('delete from terms_acceptance');
    await owner.query('delete from terms_version');
    path.support.visit('/training-videos');
    const video = { title: `Aula ${path.number}`, url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };
    path.videoId = await path.support.save('video', 'new', video);
  },
  'Bia watches the video': async ({ bia, videoId }) => {
    bia.visit('/training-videos');
    await bia.press('video.watch', videoId, { watched: true });
  },
  'the back-office removes the video': async ({ support, videoId }) => {
    await support.press('video.delete', videoId);
  },
  'Bia says whom to ask': async ({ bia }) => {
    bia.visit('/dynamic-settings');
    await bia.save('setting', 'support_contact', { value: CONTACT });
  },
  'Bia takes that back': async ({ bia }) => {
    await bia.open('setting', 'support_contact');
    const version = bia.client.directory.form('setting', 'support_contact')?.getSnapshot().context.version ?? null;
    if (version === null) throw new Error('The setting has no version');
    await bia.press('setting.revert', 'support_contact');
  },
  'Bia names an identity provider': async ({ bia }) => {
    bia.visit('/user-settings');
    await bia.save('identity', 'company', {
      enabled: false,
      label: 'Conta da Brisa',
      issuer: 'https://id.brisa.example',
      client_id: 'balcao',
      client_secret: bia.client.adapters.vault.keep('um-segredo-do-provedor'),
      email_domain: 'brisa.example',
      creates_users: false,
    });
  },
  'Bia looks a protocol up and takes it home': async (path) => {
    path.bia.visit('/whatsapp-protocol');
    await path.bia.listed('protocol', { protocol: path.protocol }, ([row]) => row?.protocol === path.protocol);
    await path.bia.listed('protocol.timeline', { protocol: path.protocol }, (rows) => rows.length > 0);
    await path.bia.press('download', 'protocol', { protocol: path.protocol });
  },
  'Bia takes the numbers home': async (path) => {
    path.bia.visit('/dashboard/analytics');
    const day = new Date(path.world.now()).toISOString().slice(0, 10);
    const values = { start_at: day, finish_at: day, group_by: 'user', format: 'csv' };
    await path.bia.press('download', 'report.groups', values);
  },
  'the back-office has what was kept aside looked at again': async ({ support }) => {
    support.visit('/wabox-connections');
    await support.listed('connections', {}, (rows) => rows.length > 0, { by: 'tenant', descending: false });
    await support.press('connection.replay', 'brisa');
  },
  'the back-office keeps the companies out': async ({ support }) => {
    support.visit('/maintenance-mode');
    await support.save('maintenance', 'platform', { on: true, message: 'Já voltamos.', minutes: 5 });
  },
  'the back-office lets them in': async ({ support }) => {
    await support.save('maintenance', 'platform', { on: false, message: null, minutes: null });
  },
} satisfies Record<DeedOf<typeof platform>, Act<Path>>;

/** How a login of the company ends: null for well. */
async function loginOf({ world }: Path): Promise<string | null> {
  const office = world.stranger('Caio', 'brisa');
  office.visit('/pages/maintenance');
  await office.client.tryLogIn('caio@brisa.example', DEMO_PASSWORD, 'rest');
  return office.isIn() ? null : office.seesEnd();
}

const scenes = {
  'as it was': (path) => seesRoutes(path, true),
  'nothing optional': async (path) => {
    await seesRoutes(path, false);
    path.bia.look('campaigns');
    await path.bia.seesListRefused('campaigns', 'error.feature.off');
  },
  'all options': async (path) => {
    await seesRoutes(path, true);
    await path.bia.listed('campaigns', {}, () => true);
  },
  'terms to be accepted': async ({ bia, number }) => {
    await bia.listed('terms', {}, ([row]) => row?.current?.title === `Termos ${number}` && row.acceptedAt === null);
  },
  accepted: async ({ bia, support, number }) => {
    await bia.listed('terms', {}, ([row]) => row?.current?.title === `Termos ${number}` && row.acceptedAt !== null);
    await bia.listed('terms.acceptances', {}, (rows) => rows.filter((row) => row.acceptedAt !== null).length === 1);
    await support.listed('terms.versions', {}, ([row]) => row?.title === `Termos ${number}` && row.acceptances === 1);
  },
  'a video': (path) => seesVideo(path, true),
  watched: (path) => seesVideo(path, true, true),
  'no video': (path) => seesVideo(path, false),
  'whom to ask': async ({ bia }) => {
    bia.visit('/support');
    await bia.listed('supportContact', {}, ([row]) => row?.company === CONTACT);
  },
  'the platform is asked': async ({ bia }) => {
    bia.visit('/help');
    await bia.listed('supportContact', {}, ([row]) => row?.company === '' && (row.operator ?? '') !== '');
  },
  'a provider, not offered yet': async (path) => {
    const { bia, world } = path;
    await bia.open('identity', 'company');
    const values = bia.client.directory.form('identity', 'company')?.getSnapshot().context.values ?? {};
    if (values['has_secret'] !== true || values['client_secret'] !== null) throw new Error(JSON.stringify(values));
    const page = world.stranger('somebody at the login', 'brisa');
    page.visit('/login');
    await page.listed('identityLogin', {}, (rows) => rows.length === 0);
  },
  'a protocol on paper': async (path) => {
    const text = await fileOf(path);
    if (!text.startsWith('%PDF-') || !text.trimEnd().endsWith('%%EOF')) throw new Error('The file is no PDF');
  },
  'numbers on a sheet': async (path) => {
    const lines = (await fileOf(path)).trim().split('\r\n');
    if (lines.length < 2 || lines[0]?.includes(';') !== true) throw new Error(`The sheet is ${lines.join('\n')}`);
  },
  'nothing kept aside': async ({ support }) => {
    await support.listed('keptAside', {}, (rows) => rows.every((row) => !JSON.stringify(row).includes('brisa')));
  },
  'kept out': async (path) => {
    const refusal = await loginOf(path);
    if (refusal !== 'error.maintenance') throw new Error(`The login ends with ${refusal}`);
    await path.support.listed('maintenance', {}, ([row]) => row?.on === true && row.message === 'Já voltamos.');
    // The back-office itself goes on.
    await path.support.listed('tenants', {}, (rows) => rows.length >= 3);
  },
  'let in again': async (path) => {
    const refusal = await loginOf(path);
    if (refusal !== null) throw new Error(`The login ends with ${refusal}`);
    await path.support.listed('maintenance', {}, ([row]) => row?.on === false);
  },
} satisfies Record<SceneOf<typeof platform>, Act<Path>>;

export const platformSteps: Steps<Path, OfficeWorld> = {
  journey: platform,
  begin: async (world) => {
    const support = await world.at('back-office');
    const number = world.next();
    const bia = world.stranger('Bia at another computer', 'brisa');
    await bia.client.logIn('bia@brisa.example', DEMO_PASSWORD, 'rest');
    const customer = { name: `Nara ${number}`, phone: `5521955${String(number).padStart(6, '0')}` };
    const provider = new EmulatorClient(world.url);
    await provider.saveCustomer(customer.phone, customer.name);
    await provider.write(ATENDIMENTO, customer.phone, 'Bom dia');
    bia.client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
    await bia.waits(customer.name, ({ directory }) => rowOf(directory, customer) !== null);
    const protocol = rowOf(bia.client.directory, customer)?.ticket.protocol ?? '';
    const routes = selectRoutes(bia.client.directory.auth.getSnapshot());
    return { world, support, bia, number, routes, protocol, videoId: '' };
  },
  deeds,
  scenes,
};
