import Fastify from 'fastify';
import type { InboundMessage, StatusUpdate } from '../../server/channels/channel.ts';
import { webhookRoutes } from '../../server/channels/webhook-routes.ts';
import type { WebhookNews, WebhookSink } from '../../server/channels/webhook-sink.ts';
import { WhatsAppChannel } from '../../server/channels/whatsapp/whatsapp-channel.ts';
import { EMULATOR_APP_SECRET } from '../support/emulator.ts';

export const VERIFY_TOKEN = 'confere-isto';

/** A batch of messages that is with the company and waits for its answer. */
export interface HeldBatch {
  /** Resolves when the company has taken it. */
  readonly taken: Promise<void>;
  readonly answer: () => void;
}

/** Remembers what it was given; refuses everything while `broken`. */
export class RecordingSink implements WebhookSink {
  readonly messages: InboundMessage[] = [];
  readonly echoes: InboundMessage[] = [];
  readonly statuses: StatusUpdate[] = [];
  readonly news: WebhookNews[] = [];
  readonly rejected: { raw: string; reason: string }[] = [];
  /** Batches as they came. */
  readonly messageBatches: number[] = [];
  broken = false;
  #held: (() => Promise<void>) | undefined;

  async receiveMessages(batch: readonly InboundMessage[]): Promise<void> {
    this.#refuseIfBroken();
    this.messageBatches.push(batch.length);
    this.messages.push(...batch);
    const held = this.#held;
    this.#held = undefined;
    await held?.();
  }

  async receiveEchoes(batch: readonly InboundMessage[]): Promise<void> {
    this.#refuseIfBroken();
    this.echoes.push(...batch);
  }

  /** The next batch of messages is taken, and answered only when told. */
  holdAnswer(): HeldBatch {
    const taken = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    this.#held = () => {
      taken.resolve();
      return answered.promise;
    };
    return { taken: taken.promise, answer: answered.resolve };
  }

  async receiveStatuses(batch: readonly StatusUpdate[]): Promise<void> {
    this.#refuseIfBroken();
    this.statuses.push(...batch);
  }

  async receiveNews(news: WebhookNews): Promise<void> {
    this.#refuseIfBroken();
    this.news.push(news);
  }

  async reject(raw: string, reason: string): Promise<void> {
    this.#refuseIfBroken();
    this.rejected.push({ raw, reason });
  }

  #refuseIfBroken(): void {
    if (this.broken) throw new Error('the database is gone');
  }
}

export interface Company {
  readonly sink: RecordingSink;
  readonly channel: WhatsAppChannel;
  readonly webhookUrl: string;
  /** Where the channel sends to from now on. */
  useGraph(graphUrl: string): void;
  close(): Promise<void>;
}

/** The company's side alone: webhook routes over a recording sink, and the channel. */
export async function startCompany(
  options: { readonly bodyLimit?: number; readonly timeoutMs?: number; readonly patienceMs?: number } = {},
): Promise<Company> {
  const sink = new RecordingSink();
  let graphUrl = 'http://127.0.0.1:1';
  const channel = new WhatsAppChannel({
    graphUrl: () => graphUrl,
    appSecret: EMULATOR_APP_SECRET,
    accessToken: () => 'EAAtoken',
    timeoutMs: options.timeoutMs ?? 5_000,
  });
  const app = Fastify();
  await app.register(webhookRoutes, {
    channel,
    sink,
    verifyToken: VERIFY_TOKEN,
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    ...(options.patienceMs === undefined ? {} : { timeoutMs: options.patienceMs }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    sink,
    channel,
    webhookUrl: `${url}/webhooks/whatsapp`,
    useGraph: (address) => {
      graphUrl = address;
    },
    close: () => app.close(),
  };
}
