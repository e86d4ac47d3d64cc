import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { twoAttendants } from '../../models/journeys/two-attendants.model.ts';
import { expectEventually } from './expect-eventually.ts';
import type { Attendant, Customer } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Customers } from './journeys-world.ts';

interface Path {
  readonly customers: Customers;
  readonly customer: Customer;
  readonly bruno: Attendant;
  readonly carla: Attendant;
  /** Who has it open. */
  readonly viewing: Set<Attendant>;
  /** How often the customer wrote again. */
  count: number;
}

const QUESTION = 'Bom dia, tem alguém aí?';
const ANSWER = { bruno: 'Aqui é o Bruno, já vejo.', carla: 'Aqui é a Carla, um momento.' } as const;

async function open({ customer, viewing }: Path, attendant: Attendant): Promise<void> {
  await attendant.open(customer);
  viewing.add(attendant);
}

/** It is open, and can be answered. */
async function isOpenAt(attendant: Attendant): Promise<void> {
  await attendant.seesMessage({ by: 'customer', text: QUESTION });
  await attendant.seesOwner(null);
  await attendant.seesClosed(null);
}

async function isOf(path: Path, owner: 'bruno' | 'carla'): Promise<void> {
  const { customers, customer, viewing } = path;
  const [one, other] = owner === 'bruno' ? [path.bruno, path.carla] : [path.carla, path.bruno];
  await one.seesMessage({ by: 'me', text: ANSWER[owner], ticks: 'sent' });
  await one.seesOwner(one.name);
  await one.seesRow(customer, { unread: 0 });
  await other.seesNoRow(customer);
  if (viewing.has(other)) await other.seesClosed('error.ticket.notYours', one.name, 'takenBy');
  await expectEventually(() => customers.received(customer)).toEqual([ANSWER[owner]]);
}

const deeds = {
  'Bruno opens it': (path) => open(path, path.bruno),
  'Carla opens it': (path) => open(path, path.carla),
  'Bruno answers': ({ bruno }) => bruno.write(ANSWER.bruno),
  'Carla answers': ({ carla }) => carla.write(ANSWER.carla),
  'both answer at once': async ({ bruno, carla }) => {
    carla.stallNetwork();
    await carla.write(ANSWER.carla);
    await bruno.write(ANSWER.bruno);
    await bruno.seesMessage({ by: 'me', text: ANSWER.bruno, ticks: 'sent' });
    await carla.seesMessage({ by: 'me', text: ANSWER.carla, ticks: 'pending' });
    await carla.findNetwork();
  },
  'Carla discards her message': ({ carla }) => carla.discard(ANSWER.carla),
  'the customer writes again': async (path) => {
    path.count += 1;
    const text = `Pergunta ${path.count}`;
    await path.customers.write(path.customer, text);
    await path.bruno.seesMessage({ by: 'customer', text });
  },
} satisfies Record<DeedOf<typeof twoAttendants>, Act<Path>>;

const scenes = {
  'waiting for either': async ({ bruno, carla, customer }) => {
    await bruno.seesRow(customer, { unread: 1, first: true });
    await carla.seesRow(customer, { unread: 1, first: true });
  },
  'open at Bruno': async ({ bruno, carla, customer }) => {
    await isOpenAt(bruno);
    // Somebody looked at it, and nobody has it.
    await carla.seesRow(customer, { unread: 0 });
  },
  'open at Carla': async ({ bruno, carla, customer }) => {
    await isOpenAt(carla);
    await bruno.seesRow(customer, { unread: 0 });
  },
  'open at both': async ({ bruno, carla }) => {
    await isOpenAt(bruno);
    await isOpenAt(carla);
  },
  "Bruno's": (path) => isOf(path, 'bruno'),
  "Carla's": (path) => isOf(path, 'carla'),
  "Bruno's, and Carla's message not sent": async (path) => {
    await isOf(path, 'bruno');
    await path.carla.seesMessage({
      by: 'me',
      text: ANSWER.carla,
      ticks: 'error',
      note: { text: 'attendance.notSent', reason: 'attendance.passedTo', values: { name: path.bruno.name } },
    });
  },
} satisfies Record<SceneOf<typeof twoAttendants>, Act<Path>>;

export const twoAttendantsSteps: Steps<Path> = {
  journey: twoAttendants,
  begin: async (world) => {
    const { customers } = world;
    const customer = await customers.come();
    const bruno = await world.at('bruno');
    const carla = await world.at('carla');
    await customers.write(customer, QUESTION);
    return { customers, customer, bruno, carla, viewing: new Set(), count: 0 };
  },
  deeds,
  scenes,
};
