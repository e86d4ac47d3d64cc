import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { readAndLeave } from '../../models/journeys/read-and-leave.model.ts';
import type { Attendant, Customer } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Customers } from './journeys-world.ts';

interface Path {
  readonly customers: Customers;
  readonly customer: Customer;
  readonly bruno: Attendant;
}

const deeds = {
  'the attendant opens the conversation': ({ bruno, customer }) => bruno.open(customer),
  'the attendant goes back to the list': ({ bruno }) => bruno.backToList(),
  'the customer writes': ({ customers, customer }) => customers.write(customer, 'Conseguiu ver?'),
} satisfies Record<DeedOf<typeof readAndLeave>, Act<Path>>;

const scenes = {
  'one unread': ({ bruno, customer }) => bruno.seesRow(customer, { unread: 1, first: true }),
  reading: ({ bruno }) => bruno.seesMessage({ by: 'customer', text: 'Bom dia!' }),
  read: ({ bruno, customer }) => bruno.seesRow(customer, { unread: 0 }),
  'unread again': ({ bruno, customer }) => bruno.seesRow(customer, { unread: 1, first: true }),
} satisfies Record<SceneOf<typeof readAndLeave>, Act<Path>>;

export const readAndLeaveSteps: Steps<Path> = {
  journey: readAndLeave,
  begin: async (world) => {
    const bruno = await world.at('bruno');
    const customer = await world.customers.come();
    await world.customers.write(customer, 'Bom dia!');
    return { customers: world.customers, customer, bruno };
  },
  deeds,
  scenes,
};
