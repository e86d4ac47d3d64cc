import { instanceLife } from '../../models/journeys/instance-life.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { ManagedInstance } from '../../src/machines/entities/administration.ts';
import { selectInstances } from '../../src/machines/shell/shell.selectors.ts';
import { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import { GATEWAY_KEY, GATEWAY_PHONE, gatewayUrl } from './gateway.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';

interface Path {
  readonly world: OfficeWorld;
  readonly ana: Office;
  /** Another administrator's page, on which nothing is done: it follows. */
  readonly other: Office;
  readonly name: string;
  readonly number: string;
  id: string;
}

const GOOD = 'EAAG-de-verdade-9f3c';
const EXPIRED = 'expired-de-verdade-0b1d';

/** Both pages see the instance so: who did it, and who only looks. */
async function seesInstance(
  { ana, other, id }: Path,
  what: string,
  looks: (row: ManagedInstance) => boolean,
): Promise<void> {
  for (const office of [ana, other]) {
    await office.sees(what, 'instances', (rows) => rows.some((row) => row.id === id && looks(row)));
  }
}

async function giveToken({ ana, id, number }: Path, token: string): Promise<void> {
  const secret = ana.client.adapters.vault.keep(token);
  await ana.save('instance.credentials', id, { phone_number_id: number, access_token: secret });
}

async function brunoOf({ world }: Path): Promise<string> {
  const { rows } = await world.server.owner.query<{ id: string }>("select id from app_user where username = 'bruno'");
  return rows[0]?.id ?? '';
}

/** The token stands nowhere in what the pages keep of themselves. */
function seesNoToken({ ana, other }: Path): void {
  const kept = JSON.stringify([ana, other].map(({ client }) => [client.events.items, [...client.app.snapshots()]]));
  if (kept.includes(GOOD) || kept.includes(EXPIRED)) throw new Error('The token is to be read');
}

const deeds = {
  'Ana tests it': async ({ ana, id }) => {
    await ana.open('instance.test', id, {});
    ana.submit('instance.test', id);
  },
  'Ana says who answers': async (path) => {
    await path.ana.save('instance.people', path.id, { user_ids: [await brunoOf(path)] });
  },
  'Ana takes in earlier messages': async ({ ana, id }) => {
    await ana.open('instance.sync', id, { daysAgo: 7, unlimitedSync: false });
    ana.submit('instance.sync', id);
  },
  'Ana gives it a token that expired': (path) => giveToken(path, EXPIRED),
  'Ana gives it a good token': (path) => giveToken(path, GOOD),
  'Ana switches it off': async ({ ana, id }) => {
    await ana.save('instance.activate', id, { activated: false });
  },
  'Ana switches it on': async ({ ana, id }) => {
    await ana.save('instance.activate', id, { activated: true });
  },
  'Ana adds a gateway’s phone': async (path) => {
    const { ana, name, world } = path;
    path.id = await ana.save('instance', 'new', { name: `${name}, celular`, provider: 'evolution' });
    const access_token = ana.client.adapters.vault.keep(GATEWAY_KEY);
    await ana.save('instance.credentials', path.id, { gateway_url: gatewayUrl(world), access_token });
  },
  'Ana has its code shown': async ({ ana, id }) => void (await ana.press('instance.pair', id)),
  'the phone scans it': async ({ world }) => void (await new EmulatorClient(world.url).scan(GATEWAY_PHONE)),
} satisfies Record<DeedOf<typeof instanceLife>, Act<Path>>;

const scenes = {
  added: (path) =>
    seesInstance(path, 'it without a number', (row) => row.state === 'unverified' && row.providerNumber === null),
  'told that it has no number': ({ ana, id }) =>
    ana.seesForm('instance.test', id, { phase: 'refused', failure: 'error.instance.noNumber' }),
  'told that it was never tested': ({ ana, id }) =>
    ana.seesForm('instance.sync', id, { phase: 'refused', failure: 'error.instance.notVerified' }),
  'with credentials that expired': async (path) => {
    await seesInstance(
      path,
      'the end of its token',
      ({ tokenEnd, providerNumber }) => tokenEnd === '0b1d' && providerNumber === path.number,
    );
    seesNoToken(path);
  },
  'with credentials': async (path) => {
    await seesInstance(path, 'the end of its token', ({ tokenEnd }) => tokenEnd === '9f3c');
    seesNoToken(path);
  },
  'refused by the provider': async (path) => {
    await path.ana.seesForm('instance.test', path.id, { phase: 'refused', failure: 'channel.error.token' });
    await seesInstance(
      path,
      'why not',
      ({ state, reasonKey }) => state === 'disconnected' && reasonKey === 'channel.error.token',
    );
  },
  connected: (path) => seesInstance(path, 'it connected', ({ state, active }) => state === 'connected' && active),
  ready: async (path) => {
    const bruno = await brunoOf(path);
    await seesInstance(path, 'who answers', ({ people }) => people?.join() === bruno);
    const page = await path.world.at('bruno');
    await page.waits('it among those he answers at', ({ directory }) =>
      (selectInstances(directory.shell.getSnapshot()) ?? []).some(({ id }) => id === path.id),
    );
  },
  off: async (path) => {
    await seesInstance(path, 'it switched off', ({ active }) => !active);
    await path.other.waits('it switched off among those to choose from', ({ directory }) =>
      (selectInstances(directory.shell.getSnapshot()) ?? []).some(({ id, active }) => id === path.id && !active),
    );
  },
  'at a gateway': (path) =>
    seesInstance(path, 'whose key it has', (row) => row.provider === 'evolution' && row.tokenEnd === 'ay-1'),
  'to be scanned': (path) => seesInstance(path, 'its code', ({ pairing }) => pairing !== undefined),
  paired: (path) =>
    seesInstance(path, 'it paired', ({ pairing, state }) => pairing === undefined && state === 'connected'),
  'caught up': async (path) => {
    await path.ana.seesForm('instance.sync', path.id, { phase: 'saved' });
    await seesInstance(
      path,
      'what was written before',
      ({ sync }) => sync?.state === 'done' && sync.done === 2 && sync.total === 2,
    );
    const { rows } = await path.world.server.owner.query<{ text: string }>(
      'select body as text from message where instance_id = $1 and recovered order by id',
      [path.id],
    );
    if (rows.map(({ text }) => text).join() !== 'primeira,segunda') throw new Error(JSON.stringify(rows));
  },
} satisfies Record<SceneOf<typeof instanceLife>, Act<Path>>;

export const instanceLifeSteps: Steps<Path, OfficeWorld> = {
  journey: instanceLife,
  begin: async (world) => {
    const [ana, other] = [await world.at('ana'), await world.at('another ana')];
    ana.visit('/instances');
    const number = world.freeNumber();
    const phone = `55119777${number.slice(-5)}`;
    // Two messages to a number that is nobody's yet: they are kept aside.
    const provider = new EmulatorClient(world.url);
    await provider.saveCustomer(phone, 'Cliente de antes');
    for (const text of ['primeira', 'segunda']) await provider.write(number, phone, text);
    await expectEventually(async () => (await provider.state()).pendingWebhooks).toBe(0);
    const name = `Loja ${world.next()}`;
    const id = await ana.save('instance', 'new', { name });
    for (const office of [ana, other]) office.look('instances');
    return { world, ana, other, name, id, number };
  },
  deeds,
  scenes,
};
