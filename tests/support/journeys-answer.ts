import { answer } from '../../models/journeys/answer.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { Attendant, Customer, MessageLooks } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Customers } from './journeys-world.ts';

interface Path {
  readonly customers: Customers;
  readonly customer: Customer;
  readonly bruno: Attendant;
  /** What the customer wrote, oldest first. */
  readonly written: string[];
  quoting: string | null;
}

const ANSWER = 'Temos sim! Quer que eu separe?';

/** The attendant's message, with what is to be seen of it. */
function answered({ bruno, quoting }: Path, looks: Partial<MessageLooks>): Promise<void> {
  return bruno.seesMessage({ by: 'me', text: ANSWER, ...(quoting === null ? {} : { quotes: quoting }), ...looks });
}

async function unread({ bruno, customer }: Path, count: number): Promise<void> {
  await bruno.seesRow(customer, { unread: count, first: true });
}

/** The customer's last message stands in the open conversation, and counts as read. */
async function read({ bruno, customer, written }: Path): Promise<void> {
  await bruno.seesMessage({ by: 'customer', text: written.at(-1) ?? '' });
  await bruno.seesRow(customer, { unread: 0 });
}

const deeds = {
  'the customer writes': async ({ customers, customer, written }) => {
    const text = ['Bom dia!', 'Tem a estante branca?', 'Pode separar'][written.length] ?? 'Obrigada';
    written.push(text);
    await customers.write(customer, text);
  },
  'the attendant opens the conversation': ({ bruno, customer }) => bruno.open(customer),
  'the attendant chooses a message to quote': async (path) => {
    path.quoting = path.written.at(-1) ?? '';
    await path.bruno.quote({ by: 'customer', text: path.quoting });
  },
  'the attendant drops the quote': async (path) => {
    path.quoting = null;
    await path.bruno.dropQuote();
  },
  'the attendant answers': ({ bruno }) => bruno.write(ANSWER),
  'the phone gets it': ({ customers, customer }) => customers.tell(customer, 'delivered'),
  'the customer reads it': ({ customers, customer }) => customers.tell(customer, 'read'),
  'an older status comes late': ({ customers, customer }) => customers.tell(customer, 'delivered'),
  'the provider gives it up': ({ customers, customer }) => customers.tell(customer, 'failed'),
} satisfies Record<DeedOf<typeof answer>, Act<Path>>;

const scenes = {
  'nobody wrote': ({ bruno, customer }) => bruno.seesNoRow(customer),
  'one unread': (path) => unread(path, 1),
  'two unread': (path) => unread(path, 2),
  reading: async (path) => {
    await read(path);
    await path.bruno.seesQuote(null);
    await path.bruno.seesClosed(null);
  },
  quoting: ({ bruno, quoting }) => bruno.seesQuote(quoting),
  answered: async (path) => {
    await answered(path, { ticks: 'sent' });
    await path.bruno.seesOwner(path.bruno.name);
  },
  'answered with a quote': async (path) => {
    await answered(path, { ticks: 'sent' });
    await path.bruno.seesQuote(null);
  },
  delivered: (path) => answered(path, { ticks: 'delivered' }),
  read: (path) => answered(path, { ticks: 'read' }),
  'not delivered': (path) =>
    answered(path, {
      ticks: 'error',
      note: { text: 'attendance.notDelivered', reason: 'channel.error.undeliverable' },
    }),
  'answered by the customer': async (path) => {
    await read(path);
    await answered(path, { ticks: 'read' });
  },
} satisfies Record<SceneOf<typeof answer>, Act<Path>>;

export const answerSteps: Steps<Path> = {
  journey: answer,
  begin: async (world) => ({
    customers: world.customers,
    customer: await world.customers.come(),
    bruno: await world.at('bruno'),
    written: [],
    quoting: null,
  }),
  deeds,
  scenes,
};
