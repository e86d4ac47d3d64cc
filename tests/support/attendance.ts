import { createHmac, randomUUID } from 'node:crypto';
import type { ChatTicket } from '../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../contract/entities/customer-chat.ts';
import { graphqlErrorsSchema } from '../../contract/errors.ts';
import type { GraphqlError } from '../../contract/errors.ts';
import { chatTickets } from '../../contract/graphql/chat-tickets.ts';
import { createSocketTicket } from '../../contract/graphql/create-socket-ticket.ts';
import { customerChats } from '../../contract/graphql/customer-chats.ts';
import type { Operation } from '../../contract/graphql/operation.ts';
import { sendMessage } from '../../contract/graphql/send-message.ts';
import type { SendMessageVariables } from '../../contract/graphql/send-message.ts';
import type { AttendanceOptions } from '../../server/attendance.ts';
import { EMULATOR_APP_SECRET, EmulatorClient } from './emulator.ts';
import { startTestServer } from './server.ts';
import type { TestServer, TestServerOptions } from './server.ts';
import { openSocket } from './socket.ts';
import type { SocketOptions, TestSocket } from './socket.ts';

export type Person = { email: string; tenant: string; id: string; token: string };

/** A refusal as GraphQL gives it. */
export class Refused extends Error {
  readonly status: number;
  readonly errors: readonly GraphqlError[];

  constructor(status: number, errors: readonly GraphqlError[]) {
    super(`${status} ${JSON.stringify(errors)}`);
    this.status = status;
    this.errors = errors;
  }

  get code(): string | undefined {
    return this.errors[0]?.extensions?.code;
  }

  get key(): string | undefined {
    return this.errors[0]?.extensions?.key;
  }
}

/** One GraphQL call; its answer is parsed by the contract. Rejects with `Refused`. */
export async function callGraphql<Variables, Data>(
  url: string,
  who: Pick<Person, 'tenant' | 'token'>,
  operation: Operation<Variables, Data>,
  variables: Variables,
): Promise<Data> {
  const response = await fetch(`${url}/${who.tenant}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(who.token === '' ? {} : { authorization: `Bearer ${who.token}` }),
    },
    body: JSON.stringify({ query: operation.document, variables }),
  });
  const body: unknown = await response.json();
  const refused = graphqlErrorsSchema.safeParse(body);
  if (refused.success) throw new Refused(response.status, refused.data.errors);
  if (typeof body !== 'object' || body === null || !('data' in body))
    throw new Error(`No GraphQL answer: ${JSON.stringify(body)}`);
  return operation.data.parse(body.data);
}

/** What a call is refused with, as `CODE key`; or that it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'not refused';
  } catch (error) {
    if (error instanceof Refused) return `${error.code} ${error.key}`;
    throw error;
  }
}

/** What a call was refused for, by field. */
export async function fieldsOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return 'not refused';
  } catch (error) {
    if (error instanceof Refused) return error.errors[0]?.extensions?.fields;
    throw error;
  }
}

/** Posts a signed webhook; answers the status. */
export async function postWebhook(url: string, body: unknown): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = createHmac('sha256', EMULATOR_APP_SECRET).update(text).digest('hex');
  const response = await fetch(`${url}/webhooks/whatsapp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body: text,
  });
  await response.text();
  return response.status;
}

export const NUMBERS = { vendas: '100000000000001', suporte: '100000000000002', brisa: '200000000000001' } as const;
/** The accounts that the emulator gives to the companies' numbers. */
const ACCOUNTS = { vendas: '900000000000001', suporte: '900000000000001', brisa: '900000000000002' } as const;
export type NumberName = keyof typeof NUMBERS;

export type Written = {
  from: string;
  text?: string;
  name?: string | null;
  number?: NumberName;
  id?: string;
  at?: Date;
  /** What hangs in the message besides, a `type` of its own too. */
  more?: Record<string, unknown>;
};

/** The webhook of one message of a customer. */
export function writtenBody(written: Written): { id: string; body: unknown } {
  const {
    from,
    text = 'Olá',
    name = 'Luciana Moraes',
    number = 'vendas',
    id = `wamid.${randomUUID()}`,
    at = new Date(),
  } = written;
  const message = {
    from,
    id,
    timestamp: String(Math.floor(at.getTime() / 1000)),
    type: 'text',
    text: { body: text },
    ...written.more,
  };
  const contacts = name === null ? [{ wa_id: from }] : [{ wa_id: from, profile: { name } }];
  return { id, body: hooked(number, { contacts, messages: [message] }) };
}

/** The webhook of statuses. */
export function statusBody(
  number: NumberName,
  ...statuses: { id: string; status: string; [name: string]: unknown }[]
): unknown {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return hooked(number, {
    statuses: statuses.map((status) => ({ timestamp, recipient_id: '5511900000000', ...status })),
  });
}

function hooked(number: NumberName, value: Record<string, unknown>): unknown {
  const metadata = { display_phone_number: '551140000001', phone_number_id: NUMBERS[number] };
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
  return { object: 'whatsapp_business_account', entry: [{ id: ACCOUNTS[number], changes: [change] }] };
}

export type World = Awaited<ReturnType<typeof startAttendance>>;

/**
 * A whole server with the emulator, and its people logged in. Bruno serves both of Aurora's
 * instances, Carla only Suporte, Ana is the administrator, Bia is Brisa's.
 */
export async function startAttendance(options: TestServerOptions & { attendance?: AttendanceOptions } = {}) {
  const { attendance: chosen, ...rest } = options;
  const server = await startTestServer({
    attendance: { upkeep: false, outbox: { pollMs: 50, retryMs: 20, ...chosen?.outbox }, ...chosen },
    ...rest,
  });
  const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await server.owner.query<Row>(text, values)).rows;
  await rows(`delete from user_instance using app_user u, instance i where u.id = user_instance.user_id
    and i.id = user_instance.instance_id and u.username = 'carla' and i.name = 'Vendas'`);
  const [ana, bruno, carla, bia] = await Promise.all([
    logIn(server, 'ana@aurora.example'),
    logIn(server, 'bruno@aurora.example'),
    logIn(server, 'carla@aurora.example'),
    logIn(server, 'bia@brisa.example'),
  ]);
  const found = await rows<{ id: string; phone_number_id: string }>('select id, phone_number_id from instance');
  const instanceOf = (number: NumberName): string => {
    const instance = found.find((row) => row.phone_number_id === NUMBERS[number]);
    if (instance === undefined) throw new Error(`No instance ${number}`);
    return instance.id;
  };
  const sockets: TestSocket[] = [];
  const call = <Variables, Data>(
    who: Person,
    operation: Operation<Variables, Data>,
    variables: Variables,
  ): Promise<Data> => callGraphql(server.url, who, operation, variables);

  const world = {
    server,
    url: server.url,
    emulator: new EmulatorClient(server.url),
    people: { ana, bruno, carla, bia },
    instances: { vendas: instanceOf('vendas'), suporte: instanceOf('suporte'), brisa: instanceOf('brisa') },
    rows,
    call,
    webhook: (body: unknown) => postWebhook(server.url, body),

    /** Writes as a customer; answers the provider's id once the server has it. */
    async write(written: Written): Promise<string> {
      const { id, body } = writtenBody(written);
      const status = await postWebhook(server.url, body);
      if (status !== 200) throw new Error(`The webhook was answered ${status}`);
      return id;
    },

    /** The open ticket of a customer's number as someone sees it; undefined if they don't. */
    async ticketOf(who: Person, phone: string, finished = false): Promise<ChatTicket | undefined> {
      const variables = { all_users: true, search_query: phone, finished_tickets: finished, pagination_limit: 100 };
      const { items } = (await call(who, chatTickets, variables)).chatTickets;
      return items.find((ticket) => ticket.customer.phone_number === phone);
    },

    /** A customer's first message, and the ticket it opened. */
    async open(written: Written, who: Person = ana): Promise<ChatTicket> {
      await world.write(written);
      const ticket = await world.ticketOf(written.number === 'brisa' ? bia : who, written.from);
      if (ticket === undefined) throw new Error('No ticket was opened');
      return ticket;
    },

    async send(
      who: Person,
      ticket: ChatTicket,
      message: string,
      more: Partial<SendMessageVariables> = {},
    ): Promise<CustomerChat> {
      const variables = { to_number: ticket.customer.phone_number, instance_id: ticket.instance.id, message, ...more };
      return (await call(who, sendMessage, variables)).sendMessage;
    },

    async chat(who: Person, ticket: ChatTicket): Promise<CustomerChat[]> {
      const variables = {
        customer_id: ticket.customer.id,
        instance_id: ticket.instance.id,
        all_users: true,
        finished_tickets: true,
        limit: 200,
      };
      return (await call(who, customerChats, variables)).customerChats;
    },

    /** Opens a socket and waits for its hello. */
    async socket(who: Person, options: SocketOptions = {}): Promise<TestSocket> {
      const { ticket } = (await call(who, createSocketTicket, {})).createSocketTicket;
      const socket = openSocket(options.url ?? server.url, { tenantName: who.tenant, userId: who.id, ticket }, options);
      sockets.push(socket);
      await socket.hello();
      return socket;
    },

    async stop(): Promise<void> {
      await Promise.all(sockets.map((socket) => socket.end()));
      await server.stop();
    },
  };
  return world;
}

async function logIn(server: TestServer, email: string): Promise<Person> {
  const token = await server.tokenOf(email);
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  if (typeof claims !== 'object' || claims === null || !('sub' in claims) || !('tn' in claims))
    throw new Error('No claims');
  return { email, token, id: String(claims.sub), tenant: String(claims.tn) };
}
