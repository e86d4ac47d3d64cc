import { finish } from '../../models/journeys/finish.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { Attendant, Customer } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { JourneyWorld } from './journeys-world.ts';

interface Path {
  readonly world: JourneyWorld;
  readonly customer: Customer;
  readonly bruno: Attendant;
  /** Protocol of the first attendance. */
  readonly protocol: string;
}

const deeds = {
  'the attendant asks to finish': ({ bruno }) => bruno.askToFinish(),
  'the attendant thinks better of it': ({ bruno }) => bruno.keepAttending(),
  'the attendant confirms': ({ bruno }) => bruno.finish(),
  'an administrator finishes it first': async ({ world, customer }) => {
    const ana = await world.at('ana');
    await ana.open(customer);
    await ana.askToFinish();
    await ana.seesFinishDialog(true);
    await ana.finish();
    await ana.seesClosed('attendance.closed.finished');
  },
  'the attendant looks among the finished ones': ({ bruno }) => bruno.show('finished'),
  'the customer writes again': async ({ world, customer, bruno }) => {
    await world.customers.write(customer, 'Voltei!');
    await bruno.goesAlong(customer);
  },
} satisfies Record<DeedOf<typeof finish>, Act<Path>>;

const scenes = {
  attending: async ({ bruno, customer }) => {
    await bruno.seesFinishDialog(false);
    await bruno.seesClosed(null);
    await bruno.seesRow(customer);
  },
  'asked whether to finish': ({ bruno }) => bruno.seesFinishDialog(true),
  finished: async ({ bruno, customer }) => {
    await bruno.seesFinishDialog(false);
    await bruno.seesClosed('attendance.closed.finished');
    await bruno.seesNoRow(customer);
  },
  'found among the finished': ({ bruno, customer }) => bruno.seesRow(customer, { first: true }),
  'attending anew': async ({ bruno, customer, protocol }) => {
    await bruno.seesMessage({ by: 'customer', text: 'Voltei!' });
    await bruno.seesOwner(null);
    await bruno.seesRow(customer, { unread: 0, first: true });
    await bruno.seesEarlier(protocol);
    if ((await bruno.protocol()) === protocol) throw new Error(`The protocol is still ${protocol}`);
  },
} satisfies Record<SceneOf<typeof finish>, Act<Path>>;

export const finishSteps: Steps<Path> = {
  journey: finish,
  begin: async (world) => {
    const customer = await world.customers.come();
    const bruno = await world.at('bruno');
    await world.customers.write(customer, 'Bom dia');
    await bruno.open(customer);
    await bruno.write('Bom dia! Está resolvido.');
    await bruno.seesOwner(bruno.name);
    return { world, customer, bruno, protocol: await bruno.protocol() };
  },
  deeds,
  scenes,
};
