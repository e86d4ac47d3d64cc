import type { App } from '../../src/machines/app.ts';
import { selectPhase } from '../../src/machines/auth/auth.selectors.ts';
import { selectInboxPhase } from '../../src/machines/inbox/inbox.selectors.ts';
import { selectSendState } from '../../src/machines/message-send/message-send.selectors.ts';
import { allInvariants } from './paths-models.ts';
import { checkable, foldLog } from './replay-invariants.ts';
import type { ReadLog } from './replay-log.ts';
import { shownFacts } from './simulate-facts.ts';
import type { Facts } from './simulate-facts.ts';
import { everyInvariant } from './simulation-invariants.ts';
import { differencesOf } from './simulation-screen.ts';

/** What a page has to show when everything is quiet, with these conversations open. */
export interface Expected {
  readonly open: readonly string[];
  readonly facts: Facts;
}

/** States that nothing may be left in when everything is quiet. */
const UNSETTLED: Readonly<Record<string, RegExp>> = {
  send: /queued|sending|uncertain|backingOff|uploading/,
  transfer: /creating|confirming|deleting|loading/,
  ticket: /finishing/,
  unseen: /resetting/,
};

/** What isn't as it has to be when everything is quiet, each in words; `outbox` is what it still holds. */
export function endProblems({ directory }: App, expected: Expected, outbox: Iterable<string>): readonly string[] {
  const settled: readonly [string, unknown, unknown][] = [
    ['the session', selectPhase(directory.auth.getSnapshot()), 'authenticated'],
    ['the connection', directory.socket.getSnapshot().value, 'live'],
    ['the list', selectInboxPhase(directory.inbox.getSnapshot()), 'ready'],
  ];
  const unsettled = settled.filter(([, is, wanted]) => is !== wanted);
  const restless = [...directory.actors()].flatMap(([key, actor]) => {
    const state = JSON.stringify(actor.getSnapshot().value);
    return UNSETTLED[key.split(':')[0] ?? '']?.test(state) === true ? [`settled: ${key} is still ${state}`] : [];
  });
  const kept = [...outbox].filter((clientId) => {
    const snapshot = directory.send(clientId)?.getSnapshot();
    return snapshot === undefined || selectSendState(snapshot) !== 'failed';
  });
  return [
    ...unsettled.map(([what, is, wanted]) => `settled: ${what} is ${JSON.stringify(is)} and not ${String(wanted)}`),
    ...restless,
    ...differencesOf(shownFacts(directory, expected.open), expected.facts).map(
      (difference) => `shown, and at the server: ${difference.slice(1)}`,
    ),
    ...kept.map((clientId) => `outbox: ${clientId} is still in it`),
  ];
}

/** The invariants that a log is held against: a simulated one against those too that need a server true to its rules. */
export function invariantsFor({ stored, isSimulated }: ReadLog): ReturnType<typeof checkable> {
  return checkable(isSimulated ? everyInvariant : allInvariants, stored);
}

/** What a log shows to be wrong, in words: the first invariant that breaks, or what the page shows otherwise in the end. */
export function whatFailed(log: ReadLog): readonly string[] {
  const outbox = new Set<string>();
  let last: App | null = null;
  for (const { app, event, commands, violations } of foldLog(log.events, invariantsFor(log), log.stored)) {
    if (violations.length > 0)
      return violations.map((words) => `${words} (after event ${event.position}, ${event.type})`);
    if (event.type === 'outbox.restored') for (const { clientId } of event.messages) outbox.add(clientId);
    for (const command of commands) {
      if (command.type === 'outbox.put') outbox.add(command.message.clientId);
      if (command.type === 'outbox.putAction') outbox.add(command.action.clientId);
      if (command.type === 'outbox.remove') outbox.delete(command.clientId);
    }
    last = app;
  }
  return log.expected === undefined || last === null ? [] : endProblems(last, log.expected, outbox);
}

/** What a log comes to: as `whatFailed` compares it. */
export function shownAtTheEnd(log: ReadLog): Facts | null {
  let last: App | null = null;
  for (const { app } of foldLog(log.events, [], log.stored)) last = app;
  return last && shownFacts(last.directory, last.directory.socket.getSnapshot().context.openTickets);
}
