import { onTestFinished } from 'vitest';
import { knownConfig } from '../../src/adapters/backoffice/config.ts';
import { createAdapters } from '../../src/adapters/run-commands.ts';
import type { Adapters } from '../../src/adapters/run-commands.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent, EventOf, EventType } from '../../src/machines/log/event.ts';
import { Inbox } from '../support/inbox.ts';
import { nodeEnvironment } from '../support/node-environment.ts';
import type { NodeEnvironment, NodeEnvironmentOptions } from '../support/node-environment.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import type { ScriptedServer } from '../support/scripted-server.ts';

export const TENANT = 'aurora';

/** Adapters against a scripted server, with nothing behind them but a list of events. */
export interface Bench {
  readonly server: ScriptedServer;
  readonly environment: NodeEnvironment;
  readonly adapters: Adapters;
  readonly events: Inbox<AppEvent>;
  /** The first event of a type, past or future. */
  readonly next: <Type extends EventType>(type: Type) => Promise<EventOf<Type>>;
  /** So many events of a type. */
  readonly all: <Type extends EventType>(type: Type, number: number) => Promise<readonly EventOf<Type>[]>;
  /** The events of a type that have come. */
  readonly had: <Type extends EventType>(type: Type) => readonly EventOf<Type>[];
  /** Logs in with a token of a generation, as the auth machine would. */
  readonly adopt: (token: string, generation: number) => void;
  /** What a machine does on an event: given before the event comes. */
  readonly react: (reaction: (event: AppEvent) => readonly Command[]) => void;
}

/** Everything is closed when the test ends. */
export async function startBench(
  options: Partial<NodeEnvironmentOptions> & { lookup?: string; backoffice?: null } = {},
): Promise<Bench> {
  const server = await startScriptedServer();
  const environment = nodeEnvironment({ url: server.url, ...options });
  const events = new Inbox<AppEvent>();
  let reaction = (_event: AppEvent): readonly Command[] => [];
  const { lookup = null, backoffice = '' } = options;
  const config = { backoffice, graphql: '', realtime: '', ip_lookup: lookup, demo: false };
  const adapters = createAdapters({
    append: (event) => {
      events.put(event);
      for (const command of reaction(event)) adapters.run(command);
    },
    config: knownConfig(config),
    tenant: TENANT,
    environment,
    textOf: (text) => (text.kind === 'words' ? text.words : text.id),
  });
  onTestFinished(async () => {
    adapters.stop();
    await server.close();
  });
  const isOf =
    <Type extends EventType>(type: Type) =>
    (event: AppEvent): event is EventOf<Type> =>
      event.type === type;

  return {
    server,
    environment,
    adapters,
    events,
    next: (type) => events.find(isOf(type)),
    all: async (type, number) => (await events.count(number, isOf(type))).filter(isOf(type)),
    had: (type) => events.items.filter(isOf(type)),
    adopt: (token, generation) => {
      adapters.run({ type: 'token.adopt', token: adapters.vault.keep(token), generation });
    },
    react: (next) => {
      reaction = next;
    },
  };
}
