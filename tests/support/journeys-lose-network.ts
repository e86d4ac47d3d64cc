import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { loseNetwork } from '../../models/journeys/lose-network.model.ts';
import { expectEventually } from './expect-eventually.ts';
import type { Attendant, Customer, MessageLooks } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Customers } from './journeys-world.ts';

interface Path {
  readonly customers: Customers;
  readonly customer: Customer;
  readonly bruno: Attendant;
}

const WRITTEN = 'Já encontrei o seu pedido.';
const MISSED = 'Ainda está aí?';

function written({ bruno }: Path, looks: Partial<MessageLooks>): Promise<void> {
  return bruno.seesMessage({ by: 'me', text: WRITTEN, ...looks });
}

function refused(path: Path): Promise<void> {
  return written(path, {
    ticks: 'error',
    note: { text: 'attendance.notSent', reason: 'error.customer.blacklisted' },
  });
}

/** So many times the provider has it, and no more. */
async function reached({ customers, customer }: Path, times: 0 | 1): Promise<void> {
  await expectEventually(() => customers.received(customer)).toEqual(times === 0 ? [] : [WRITTEN]);
}

const deeds = {
  'the network goes': ({ bruno }) => bruno.loseNetwork(),
  'the network comes back': ({ bruno }) => bruno.findNetwork(),
  'the attendant writes': ({ bruno }) => bruno.write(WRITTEN),
  'the network goes while a message is on its way': async (path) => {
    path.bruno.loseAnswers();
    await path.bruno.write(WRITTEN);
    await reached(path, 1);
    await path.bruno.loseNetwork();
  },
  'the customer writes meanwhile': ({ customers, customer }) => customers.write(customer, MISSED),
  'an administrator blocks the customer meanwhile': ({ customers, customer }) => customers.block(customer, true),
  'an administrator lets the customer write again': ({ customers, customer }) => customers.block(customer, false),
  'the attendant tries again': ({ bruno }) => bruno.tryAgain(WRITTEN),
  'the attendant discards it': ({ bruno }) => bruno.discard(WRITTEN),
} satisfies Record<DeedOf<typeof loseNetwork>, Act<Path>>;

const scenes = {
  connected: async ({ bruno }) => {
    await bruno.seesConnection('live');
    await bruno.seesClosed(null);
  },
  'cut off': async ({ bruno }) => {
    await bruno.seesConnection('offline');
    await bruno.seesClosed(null);
  },
  'missing a message': async ({ bruno }) => {
    await bruno.seesConnection('offline');
    await bruno.seesNoMessage(MISSED);
  },
  'waiting to be sent': async (path) => {
    await path.bruno.seesConnection('offline');
    await written(path, { ticks: 'pending' });
  },
  'waiting in vain': async (path) => {
    await path.bruno.seesClosed(null);
    await written(path, { ticks: 'pending' });
  },
  'unsure whether it was sent': (path) => written(path, { ticks: 'pending', note: { text: 'attendance.uncertain' } }),
  'not sent': async (path) => {
    await refused(path);
    await path.bruno.seesClosed('error.customer.blacklisted');
    await reached(path, 0);
  },
  'not sent, but could be': async (path) => {
    await path.bruno.seesClosed(null);
    await refused(path);
  },
  'caught up': async ({ bruno, customer }) => {
    await bruno.seesConnection('live');
    await bruno.seesMessage({ by: 'customer', text: MISSED });
    await bruno.seesRow(customer, { unread: 0 });
  },
  sent: async (path) => {
    await path.bruno.seesConnection('live');
    await written(path, { ticks: 'sent' });
    await reached(path, 1);
  },
  discarded: async (path) => {
    await path.bruno.seesNoMessage(WRITTEN);
    await reached(path, 0);
  },
} satisfies Record<SceneOf<typeof loseNetwork>, Act<Path>>;

export const loseNetworkSteps: Steps<Path> = {
  journey: loseNetwork,
  begin: async (world) => {
    const { customers } = world;
    const customer = await customers.come();
    const bruno = await world.at('bruno');
    await customers.write(customer, 'Bom dia');
    await bruno.open(customer);
    return { customers, customer, bruno };
  },
  deeds,
  scenes,
};
