import { blacklistCustomer } from '../../contract/graphql/blacklist-customer.ts';
import { chatTickets } from '../../contract/graphql/chat-tickets.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { callGraphql } from './attendance.ts';
import type { Campaigner } from './campaigner.ts';
import { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import type { Attendant, Customer } from './journeys-people.ts';
import type { StepRecorder } from './journeys-recorder.ts';
import { DEMO_PASSWORD, tokenOf } from './server.ts';

export const TENANT = 'aurora';
const VENDAS = '100000000000001';

export const PEOPLE = {
  ana: { name: 'Ana Ribeiro', email: 'ana@aurora.example' },
  bruno: { name: 'Bruno Carvalho', email: 'bruno@aurora.example' },
  carla: { name: 'Carla Mendes', email: 'carla@aurora.example' },
} as const;
export type PersonName = keyof typeof PEOPLE;

/** Where journeys happen: a server, the provider behind it, customers with phones, people at the counter. */
export interface JourneyWorld {
  readonly customers: Customers;
  /** At work in the attendance, all conversations listed; the same one each time. */
  at(person: PersonName): Promise<Attendant>;
  /** A page of somebody who isn't logged in, in a browser of its own. */
  stranger(person: PersonName): Promise<Attendant>;
  /** Ana at the screens of the base and the campaigns; the same one each time. */
  campaigner(): Promise<Campaigner>;
  /** What is left of a path goes: strangers leave, conversations are closed. Whatever a page recorded still has to hold. */
  endPath(): Promise<void>;
  /** What everybody's pages recorded on this path, as far as they record. */
  recorded(): readonly Logged[];
  /** Left out where there is no screen. */
  readonly recorder?: StepRecorder;
  stop(): Promise<void>;
}

export interface WorldParts {
  readonly url: string;
  /** A new page, in a new browser, with a network of its own. */
  readonly open: (person: PersonName) => Promise<Attendant>;
  readonly campaigner: () => Promise<Campaigner>;
  /** Looks for what is wrong with a page after a path; rejects with it. */
  readonly check: (attendant: Attendant) => Promise<void>;
  /** Events of a page since it was last checked. */
  readonly recorded: (attendant: Attendant) => readonly Logged[];
  readonly close: (attendant: Attendant) => Promise<void>;
  readonly recorder?: StepRecorder;
  readonly stop: () => Promise<void>;
}

/** The same world around whichever pages people have. */
export function createJourneyWorld(parts: WorldParts): JourneyWorld {
  const { url, open, check, recorded, close, recorder, stop } = parts;
  const atWork = new Map<PersonName, Attendant>();
  const strangers = new Set<Attendant>();
  let campaigner: Campaigner | null = null;
  return {
    ...(recorder && { recorder }),
    customers: createCustomers(url),
    at: async (person) => {
      const known = atWork.get(person);
      if (known !== undefined) return known;
      const attendant = await open(person);
      atWork.set(person, attendant);
      await attendant.visit('/chat');
      await attendant.enter('right');
      await attendant.seesAttendance();
      await attendant.seesConnection('live');
      return attendant;
    },
    stranger: async (person) => {
      const attendant = await open(person);
      strangers.add(attendant);
      return attendant;
    },
    campaigner: async () => (campaigner ??= await parts.campaigner()),
    endPath: async () => {
      for (const attendant of atWork.values()) {
        await attendant.findNetwork();
        await attendant.backToList();
        await attendant.show('all');
      }
      for (const attendant of [...atWork.values(), ...strangers]) await check(attendant);
      await campaigner?.check();
      for (const attendant of strangers) await close(attendant);
      strangers.clear();
    },
    recorded: () =>
      [...[...atWork.values(), ...strangers].flatMap(recorded), ...(campaigner?.recorded() ?? [])].toSorted(
        (one, other) => one.loggedAt - other.loggedAt,
      ),
    stop: async () => {
      for (const attendant of [...atWork.values(), ...strangers]) await close(attendant);
      await campaigner?.close();
      await stop();
    },
  };
}

/** The customers and their phones. Statuses come when they are told to. */
export interface Customers {
  /** Somebody nobody knows yet. */
  come(): Promise<Customer>;
  write(customer: Customer, text: string): Promise<void>;
  /** Texts that reached the provider for them, oldest first. */
  received(customer: Customer): Promise<readonly string[]>;
  /** Tells the company what became of its last message to them, and waits until it knows. */
  tell(customer: Customer, status: 'delivered' | 'read' | 'failed'): Promise<void>;
  /** From now on the provider refuses whatever the company sends, with this code; or takes it again. */
  refuseSends(code: number): Promise<void>;
  takeSends(): Promise<void>;
  /** An administrator blocks them, or lets them write again. */
  block(customer: Customer, isBlocked: boolean): Promise<void>;
}

/** The provider's code for a number that has no WhatsApp. */
const UNDELIVERABLE = 131026;

function createCustomers(url: string): Customers {
  const provider = new EmulatorClient(url);
  const quiet = provider.patchPolicy({ statuses: { send: false, read: 'never' } });
  let count = 0;

  return {
    come: async () => {
      await quiet;
      count += 1;
      const customer = { name: `Marina ${1000 + count}`, phone: `55119870${String(1000 + count).padStart(5, '0')}` };
      await provider.saveCustomer(customer.phone, customer.name);
      return customer;
    },
    write: async ({ phone }, text) => void (await provider.write(VENDAS, phone, text)),
    received: async ({ phone }) => {
      const messages = await provider.received(phone);
      return messages.map(({ text }) => text ?? '');
    },
    tell: async ({ phone }, status) => {
      const last = (await provider.received(phone)).at(-1);
      if (last === undefined) throw new Error(`Nothing was sent to ${phone}`);
      await provider.tellStatus(last.id, status, ...(status === 'failed' ? [UNDELIVERABLE] : []));
      await expectEventually(async () => (await provider.state()).pendingWebhooks).toBe(0);
    },
    refuseSends: async (code) => void (await provider.patchPolicy({ sends: { mode: 'refuse', code } })),
    takeSends: async () => void (await provider.patchPolicy({ sends: { mode: 'accept' } })),
    block: async ({ phone }, blacklisted) => {
      const who = { tenant: TENANT, token: await tokenOf(url, PEOPLE.ana.email, DEMO_PASSWORD) };
      const { items } = (await callGraphql(url, who, chatTickets, { all_users: true, search_query: phone }))
        .chatTickets;
      const id = items[0]?.customer.id;
      if (id === undefined) throw new Error(`Nobody has the number ${phone}`);
      await callGraphql(url, who, blacklistCustomer, { id, blacklisted });
    },
  };
}
