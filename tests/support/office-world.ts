import { NUMBERS_WITH_GATEWAY } from './gateway.ts';
import { Office } from './office.ts';
import { DEMO_PASSWORD, startTestServer } from './server.ts';
import type { TestServer } from './server.ts';
import type { Browser } from './client.ts';
import type { WalkedWorld } from './journeys-walk.ts';

const PEOPLE = {
  ana: { tenant: 'aurora', email: 'ana@aurora.example' },
  /** Another page of the same administrator, at another computer. */
  'another ana': { tenant: 'aurora', email: 'ana@aurora.example' },
  bruno: { tenant: 'aurora', email: 'bruno@aurora.example' },
  bia: { tenant: 'brisa', email: 'bia@brisa.example' },
  'back-office': { tenant: 'balcao', email: 'suporte@balcao.example' },
} as const;
export type OfficeName = keyof typeof PEOPLE;

/** More numbers at the provider than there are paths: none of them is anybody's yet. */
const FREE_NUMBERS = Array.from({ length: 60 }, (_, at) => ({
  phoneNumberId: `30000000000${String(at).padStart(4, '0')}`,
  name: `Livre ${at}`,
  tenant: 'aurora',
}));

/** Where the administration's journeys happen: a server, and people at their computers. */
export interface OfficeWorld extends WalkedWorld {
  readonly url: string;
  readonly server: TestServer;
  /** Logged in; the same page on every path. */
  at(name: OfficeName): Promise<Office>;
  /** A page of nobody in particular, in a browser of its own unless one is given; gone with the path. */
  stranger(name: string, tenant: string, browser?: Browser): Office;
  /** The provider's id of a number that nobody has. */
  freeNumber(): string;
  /** Adds an attendant of Bia's company, whom no path has met. */
  join(name: string, password: string): Promise<{ readonly id: string; readonly email: string }>;
  /** The server's time: milliseconds since 1970. */
  now(): number;
  /** Moves the server's time on for all. */
  letTimePass(ms: number): void;
  /** Counts, so that each path has names of its own. */
  next(): number;
  stop(): Promise<void>;
}

export async function startOfficeWorld(): Promise<OfficeWorld> {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const server = await startTestServer({
    now: () => new Date(now()),
    emulator: { numbers: [...NUMBERS_WITH_GATEWAY, ...FREE_NUMBERS] },
    // A row at a time: an import takes long enough to be halted.
    attendance: { campaigns: { pollMs: 50 }, imports: { pollMs: 50, chunk: 1 } },
  });
  const atWork = new Map<OfficeName, Office>();
  let strangers: Office[] = [];
  let count = 0;
  let numbers = 0;

  async function at(name: OfficeName): Promise<Office> {
    const known = atWork.get(name);
    if (known !== undefined) return known;
    const { tenant, email } = PEOPLE[name];
    const office = new Office(name, server.url, tenant);
    atWork.set(name, office);
    await office.client.logIn(email, DEMO_PASSWORD);
    return office;
  }

  return {
    url: server.url,
    server,
    at,
    join: async (name, password) => {
      const bia = await at('bia');
      bia.look('choices.roles');
      let roleId = '';
      await bia.sees('the attendants’ role', 'choices.roles', (rows) => {
        roleId = rows.find(({ label }) => label === 'Atendente')?.id ?? '';
        return roleId !== '';
      });
      count += 1;
      const username = `${name}-${count}`;
      const email = `${username}@brisa.example`;
      const secret = bia.client.adapters.vault.keep(password);
      const fields = { name: `Pessoa ${count}`, username, email, role_id: roleId, password: secret };
      return { id: await bia.save('user', 'new', fields), email };
    },
    now,
    letTimePass: (ms) => {
      ahead += ms;
    },
    stranger: (name, tenant, browser) => {
      const office = new Office(name, server.url, tenant, browser);
      strangers.push(office);
      return office;
    },
    freeNumber: () => {
      const number = FREE_NUMBERS[(numbers += 1)]?.phoneNumberId;
      if (number === undefined) throw new Error('No number is left');
      return number;
    },
    next: () => (count += 1),
    endPath: async () => {
      try {
        for (const office of [...atWork.values(), ...strangers]) office.checkParsed();
      } finally {
        for (const { client } of strangers) client.kill();
        strangers = [];
      }
    },
    recorded: () =>
      [...atWork.values(), ...strangers]
        .flatMap((office) => office.recorded())
        .toSorted((one, other) => one.loggedAt - other.loggedAt),
    stop: async () => {
      for (const { client } of [...atWork.values(), ...strangers]) client.kill();
      // A killed page leaves connections that never bore a request, and node waits a minute for each.
      const sweep = setInterval(() => server.app.server.closeAllConnections(), 20);
      await server.stop();
      clearInterval(sweep);
    },
  };
}
