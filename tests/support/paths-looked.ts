import type { MachineModel } from '../../models/model.ts';
import { leavesOf } from '../../models/state-key.ts';
import { createApp, emptyLog } from '../../src/machines/app.ts';
import type { App } from '../../src/machines/app.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { Held } from '../../src/machines/directory/keyed.ts';
import { laterParts } from './later-parts.ts';
import { lookedAt } from './paths-explore.ts';
import type { Looked, Standing } from './paths-findings.ts';
import { isMachineSnapshot } from './paths-steps.ts';
import { replayLog } from './replay-log.ts';

const VALUE_MAX = 300;

/** What the last event of a failed path found of the actor under test, what it left, and what else it did. */
export function lookAt(model: MachineModel, scene: string, events: readonly Logged[]): Looked {
  const { actor } = lookedAt(model, scene);
  const app = createApp({ now: () => 0, onCommand: () => undefined, later: laterParts });
  for (const event of events.slice(0, -1)) app.log.take(event);
  const before = standingOf(app, actor);
  for (const event of events.slice(-1)) app.log.take(event);
  const last = [...replayLog({ events, stored: emptyLog }, [])].at(-1);
  return {
    before,
    after: standingOf(app, actor),
    changes: last?.changes ?? [],
    commands: (last?.commands ?? []).map(({ type, ...rest }) => `${type} ${short(rest)}`),
  };
}

export function standingOf(app: App, actor: string): Standing {
  for (const [key, held] of app.directory.actors()) {
    if (key !== actor) continue;
    const snapshot: unknown = (held instanceof Held ? held.actor : held).getSnapshot();
    if (!isMachineSnapshot(snapshot)) continue;
    const context: Readonly<Record<string, unknown>> = snapshot.context;
    return {
      state: leavesOf(snapshot.value).join(' '),
      context: Object.fromEntries(Object.entries(context).map(([name, value]) => [name, short(value)])),
    };
  }
  return { state: 'none', context: {} };
}

function short(value: unknown): string {
  const plain: unknown = value instanceof Map || value instanceof Set ? [...value] : value;
  const text = JSON.stringify(plain) ?? 'undefined';
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}
