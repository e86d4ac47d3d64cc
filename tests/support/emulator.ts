import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import type { Customer, MessageStatus, StoredTemplate } from '../../server/emulator/model.ts';
import { emulatorPlugin } from '../../server/emulator/plugin.ts';
import type { EmulatorOptions } from '../../server/emulator/plugin.ts';
import type { Policy, PolicyPatch } from '../../server/emulator/policy.ts';
import type { ChatView, MessageView, StateView } from '../../server/emulator/view.ts';
import type { Delivery, ReleaseOrder } from '../../server/emulator/webhook-queue.ts';
import type { WrittenMessage } from '../../server/emulator/written-message.ts';

export const EMULATOR_APP_SECRET = 'segredo-do-aplicativo';
export const EMULATOR_NUMBERS = [
  { phoneNumberId: '100000000000001', name: 'Vendas', tenant: 'aurora' },
  { phoneNumberId: '100000000000002', name: 'Suporte', tenant: 'aurora' },
  { phoneNumberId: '200000000000001', name: 'Atendimento', tenant: 'brisa' },
];
/** Everything at once: tests wait for states, not for a phone's manners. */
export const QUICK_POLICY: PolicyPatch = {
  statuses: { sentAfterMs: 0, deliveredAfterMs: 0, readAfterMs: 0, read: 'always' },
};

/** The emulator's control API, typed. */
export class EmulatorClient {
  /** The address of its server, without a slash at the end. */
  readonly url: string;
  /** What `WHATSAPP_GRAPH_URL` has to be. */
  readonly graphUrl: string;

  constructor(url: string) {
    this.url = url;
    this.graphUrl = `${url}/emulator/graph/v23.0`;
  }

  state(): Promise<StateView> {
    return this.#call('GET', 'state');
  }

  saveCustomer(waId: string, name: string): Promise<Customer> {
    return this.#call('POST', 'customers', { waId, name });
  }

  setOnline(waId: string, online: boolean): Promise<Customer> {
    return this.#call('PATCH', `customers/${waId}`, { online });
  }

  chats(phoneNumberId: string): Promise<ChatView[]> {
    return this.#call('GET', `numbers/${phoneNumberId}/chats`);
  }

  chat(phoneNumberId: string, waId: string): Promise<MessageView[]> {
    return this.#call('GET', `numbers/${phoneNumberId}/chats/${waId}`);
  }

  /** Writes as a customer; a text may be given alone. */
  write(phoneNumberId: string, waId: string, written: WrittenMessage | string): Promise<MessageView> {
    const body = typeof written === 'string' ? { type: 'text', body: written } : written;
    return this.#call('POST', `numbers/${phoneNumberId}/chats/${waId}/messages`, body);
  }

  /** Writes to a customer in the company's phone; a text may be given alone. */
  writeFromPhone(phoneNumberId: string, waId: string, written: WrittenMessage | string): Promise<MessageView> {
    const body = typeof written === 'string' ? { type: 'text', body: written } : written;
    return this.#call('POST', `numbers/${phoneNumberId}/chats/${waId}/from-phone`, body);
  }

  /** The customer looks at the chat. */
  open(phoneNumberId: string, waId: string): Promise<void> {
    return this.#call('POST', `numbers/${phoneNumberId}/chats/${waId}/open`);
  }

  /** The templates of all accounts. */
  templates(): Promise<StoredTemplate[]> {
    return this.#call('GET', 'templates');
  }

  /** Meta gives a template another status, and tells the company. */
  setTemplateStatus(id: string, status: string, reason?: string): Promise<StoredTemplate> {
    return this.#call('PATCH', `templates/${id}`, { status, reason });
  }

  /** Meta gives a template another quality or category, and tells the company. */
  setTemplateNews(id: string, news: { quality?: string; category?: string }): Promise<StoredTemplate> {
    return this.#call('PATCH', `templates/${id}`, news);
  }

  /** A company's phone scans a code of the gateway's: a given one, or what is shown last. Rejects if it isn't shown. */
  scan(phoneNumberId: string, code?: string): Promise<null> {
    return this.#call('POST', `numbers/${phoneNumberId}/scan`, code === undefined ? {} : { code });
  }

  /** The phone ends its pairing. */
  unpair(phoneNumberId: string): Promise<null> {
    return this.#call('POST', `numbers/${phoneNumberId}/unpair`);
  }

  /** The time of the gateway's codes is over. */
  expireCodes(): Promise<null> {
    return this.#call('POST', 'gateways/expire');
  }

  /** All messages at the provider, oldest first. */
  messages(): Promise<MessageView[]> {
    return this.#call('GET', 'messages');
  }

  /** What the company sent to a customer, or to all. */
  async received(waId?: string): Promise<MessageView[]> {
    const messages = await this.messages();
    return messages.filter(
      ({ direction, customer }) => direction === 'toCustomer' && (waId === undefined || customer === waId),
    );
  }

  patchPolicy(patch: PolicyPatch): Promise<Policy> {
    return this.#call('PATCH', 'policy', patch);
  }

  /** Tells a status whatever the policy says; `code` is a failure's. */
  tellStatus(messageId: string, status: MessageStatus, code?: number): Promise<void> {
    return this.#call('POST', 'statuses', { messageId, status, code });
  }

  webhooks(): Promise<{ pending: { id: string; kind: string; messageIds: string[] }[]; deliveries: Delivery[] }> {
    return this.#call('GET', 'webhooks');
  }

  /** Delivers what is held back; in one call where `together`. */
  release(options: { order?: ReleaseOrder; together?: boolean; copies?: number } = {}): Promise<{ delivered: number }> {
    return this.#call('POST', 'webhooks/release', { order: 'normal', together: false, copies: 1, ...options });
  }

  /** Delivers the webhooks of a message once more. */
  again(messageId: string): Promise<void> {
    return this.#call('POST', `webhooks/again/${messageId}`);
  }

  /** Posts this text to the company's webhook as it is. */
  raw(body: unknown, signature: 'good' | 'bad' | 'none' = 'good'): Promise<{ status: number; body: string }> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.#call('POST', 'webhooks/raw', { body: text, signature });
  }

  /** As at the beginning. */
  reset(): Promise<void> {
    return this.#call('POST', 'reset');
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/emulator/api/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text === '' ? 'null' : text);
  }
}

export interface RunningEmulator {
  readonly client: EmulatorClient;
  close(): Promise<void>;
}

export interface EmulatorProcess extends RunningEmulator {
  /** Ends it without a chance to put anything in order. */
  kill(): Promise<void>;
}

/** An emulator in this process, on a port of its own. */
export async function startEmulator(
  options: Pick<EmulatorOptions, 'webhookUrl'> & Partial<EmulatorOptions>,
): Promise<RunningEmulator> {
  const app = Fastify();
  await app.register(emulatorPlugin, {
    graphPrefix: '/emulator/graph',
    appSecret: EMULATOR_APP_SECRET,
    numbers: EMULATOR_NUMBERS,
    policy: QUICK_POLICY,
    retry: { baseMs: 5, maxMs: 20 },
    ...options,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { client: new EmulatorClient(url), close: () => app.close() };
}

/** An emulator in a process of its own: it outlives a server that is killed. */
export async function startEmulatorProcess(options: {
  readonly webhookUrl: string;
  readonly port?: number;
  readonly dataFile?: string;
}): Promise<EmulatorProcess> {
  const main = fileURLToPath(new URL('../../server/emulator/main.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [
      main,
      ...['--port', String(options.port ?? 0)],
      ...['--webhook-url', options.webhookUrl],
      ...['--app-secret', EMULATOR_APP_SECRET],
      ...(options.dataFile === undefined ? [] : ['--data-file', options.dataFile]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error('The emulator did not start.'))),
  ]);
  const url = /http:\/\/\S+(?=\/emulator)/.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`The emulator said ${String(line)}.`);
  const client = new EmulatorClient(url);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await exited;
  };
  return { client, close: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
