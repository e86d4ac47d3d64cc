import type { App } from '../src/machines/app.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { Command, NoticeText } from '../src/machines/log/command.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { selectSoundOn } from '../src/machines/shell/shell.preferences.selectors.ts';
import { selectUnreadNotices } from '../src/machines/notification/notice-log.selectors.ts';
import { live } from './connection.ts';
import type { Oracle, Sample, Scene } from './model.ts';
import { dora, toldRows } from './notification.told.ts';
import type { Row } from './notification.told.ts';
import type { Told } from './notification.texts.ts';
import { ana, bruno, carla, preferences, ticket } from './samples.ts';

type RowName = keyof typeof toldRows;

const rowOf = new WeakMap<AppEvent, Row>();

function sampleOf(row: Row): (app: App) => AppEvent {
  return (app) => {
    const event = row.event(app);
    rowOf.set(event, row);
    return event;
  };
}

const names = Object.keys(toldRows) as RowName[];

export const toldSamples = Object.fromEntries(names.map((name) => [name, sampleOf(toldRows[name])])) as Record<
  RowName,
  (app: App) => AppEvent
>;

function ticketOf(event: AppEvent): string | null {
  if ('ticketId' in event) return event.ticketId;
  if ('ticket' in event && typeof event.ticket === 'object') return event.ticket.id;
  if (event.type === 'line.changed') return event.line.ticketId;
  return event.type === 'form.refused' && event.form === 'chat.take' ? event.key : null;
}

function toldTo(app: App, event: AppEvent): Told | null {
  const viewer = selectViewer(app.directory.auth.getSnapshot());
  const people = { ana, bruno, carla, dora };
  const told = rowOf.get(event)?.told;
  const [found] = (['ana', 'bruno', 'carla', 'dora'] as const).filter((who) => people[who].id === viewer?.userId);
  return (found && told?.[found]) ?? null;
}

function shellOf({ directory }: App) {
  return directory.shell.getSnapshot().context;
}

function isSeen(app: App): boolean {
  const { visible, locked } = shellOf(app);
  return visible && !locked;
}

/** Whether an event tells somebody of the conversation that they have before their eyes. */
export function isOfWhatIsLookedAt(app: App, event: AppEvent): boolean {
  const told = toldTo(app, event);
  const id = ticketOf(event);
  if (told === null || id === null || !told.leads || told.inChat === false) return false;
  return isSeen(app) && app.directory.ticket(id)?.getSnapshot().context.watched === true;
}

interface Seen {
  readonly title: string;
  readonly body: string;
  readonly values: Readonly<Record<string, string | number>>;
}
/** What was noticed of an event: on the screen, by ear, on the desktop, in the list, at the bell. */
interface Noticed {
  readonly shown: readonly (Seen & {
    readonly tone: string;
    readonly stays: number | null;
    readonly to: string | null;
  })[];
  readonly heard: readonly (readonly [kind: string, volume: number])[];
  readonly onDesktop: readonly Seen[];
  readonly listed: readonly string[];
  readonly bell: number;
}

function wordsOf(title: NoticeText, body: NoticeText): Seen {
  const words = (text: NoticeText) => (text.kind === 'message' ? text.id : text.words);
  const valuesIn = (text: NoticeText) => (text.kind === 'message' ? text.values : {});
  return { title: words(title), body: words(body), values: { ...valuesIn(title), ...valuesIn(body) } };
}

/** Of those that wait in the queue there is one notice, which leads to the queue once they are several. */
function asQueued(seen: Seen, waiting: readonly string[]): Seen {
  if (seen.title !== 'notice.queue') return seen;
  const named = waiting.slice(0, 3);
  const more = waiting.length - named.length;
  return { ...seen, values: { count: waiting.length, names: named.join(', '), more } };
}

function waitingIn({ directory }: App): readonly string[] {
  return directory.noticeLog
    .getSnapshot()
    .context.entries.flatMap(({ kind, isRead, customer }) => (kind === 'queue' && !isRead ? [customer ?? ''] : []));
}

function expectedOf(app: App, event: AppEvent): Noticed {
  const told = toldTo(app, event);
  const bell = selectUnreadNotices(app.directory.noticeLog.getSnapshot());
  if (told === null) return { shown: [], heard: [], onDesktop: [], listed: [], bell };
  const { leads, desktop, locked, preferences: wishes } = shellOf(app);
  const { silent = [], volume = 0.5, quiet } = wishes.notices ?? {};
  const waiting = ['Marina Alves', ...waitingIn(app)];
  const [title, body] = told.says;
  const seen = asQueued({ title, body, values: told.values ?? {} }, waiting);
  const isQueue = title === 'notice.queue';
  const isShown = !isOfWhatIsLookedAt(app, event);
  const isListed = isShown && told.listed !== false;
  // Of the scenes with quiet hours they are the whole day.
  const mayBeHeard = leads && quiet === undefined;
  const isHeard = mayBeHeard && selectSoundOn(app.directory.shell.getSnapshot());
  const isOnDesktop = mayBeHeard && !isSeen(app) && !locked && desktop === 'granted' && told.desktop !== false;
  const to = told.leads && !(isQueue && waiting.length > 1) ? ticketOf(event) : null;
  return {
    shown: isShown ? [{ ...seen, tone: told.tone, stays: told.stays, to }] : [],
    heard: isHeard && told.sound !== undefined && !silent.includes(told.sound) ? [[told.sound, volume]] : [],
    onDesktop: isOnDesktop ? [seen] : [],
    listed: isListed ? [title] : [],
    // All that wait are one.
    bell: bell + (isListed && !(isQueue && waiting.length > 1) ? 1 : 0),
  };
}

function cameOf(before: ReadonlySet<string>, { directory }: App, commands: readonly Command[]): Noticed {
  const added = directory.notices.getSnapshot().filter((id) => !before.has(id));
  const { entries } = directory.noticeLog.getSnapshot().context;
  return {
    shown: added.flatMap((id) => {
      const { notice, plan } = directory.notice(id)?.getSnapshot().context ?? {};
      if (notice === undefined || plan === undefined) return [];
      const { title, body, tone, ticketId: to } = notice;
      return [{ ...wordsOf(title, body), tone, stays: plan.staysMs, to }];
    }),
    heard: commands.flatMap((one) => (one.type === 'sound.play' ? [[one.sound, one.volume] as const] : [])),
    onDesktop: commands.flatMap((one) => (one.type === 'desktop.show' ? [wordsOf(one.title, one.body)] : [])),
    listed: entries.flatMap(({ id, title, body }) => (before.has(id) ? [] : [wordsOf(title, body).title])),
    bell: selectUnreadNotices(directory.noticeLog.getSnapshot()),
  };
}

export const toldOracle: Oracle = {
  name: 'who is told what, and how',
  foretell: (app, event) => {
    if (!rowOf.has(event)) return null;
    const expected = expectedOf(app, event);
    const { entries } = app.directory.noticeLog.getSnapshot().context;
    const before = new Set([...app.directory.notices.getSnapshot(), ...entries.map(({ id }) => id)]);
    return ({ app: now, commands }) => ({ expected, came: cameOf(before, now, commands) });
  },
};

const hidden: Sample = { type: 'page.visibilityChanged', visible: false };
const briefly = [
  'told: it is offered for lack of an answer',
  'told: it is assigned',
  'told: one waits in the queue',
  'told: she is mentioned',
  'told: the customer wrote',
  'told: the pin is refused',
  'told: most messages are sent',
] as const satisfies readonly RowName[];

function scene(given: readonly Sample[], only: readonly RowName[] = names): Scene<RowName> {
  // None of these notices: what they are is told by the oracle.
  return { given, only, actor: 'notice:none' };
}

const wholeDay = { from: 0, to: 0, days: [0, 1, 2, 3, 4, 5, 6], timeZone: 'America/Sao_Paulo' };
const anas = live(ana, 'atendente', [ticket()]);
const isOfTheTab = (sample: Sample): boolean => 'type' in sample && sample.type === 'tab.led';

export const toldScenes: Readonly<Record<string, Scene<RowName>>> = {
  'what Ana is told': scene(anas),
  'what Bruno is told': scene(live(bruno, 'atendente', [])),
  'what Carla is told, an administrator': scene(live(carla, 'administrador', [])),
  'what Dora is told': scene(live(dora, 'atendente', [])),
  'what Ana is told while she looks elsewhere': scene([...anas, hidden], briefly),
  'what Ana is told of what she has before her eyes': scene(
    [...anas, { type: 'ticket.opened', ticketId: '20' }, { type: 'ticket.opened', ticketId: '504' }],
    [...briefly, 'told: the finish is refused', 'told: taking is refused', 'told: its sender takes it back'],
  ),
  'what Ana is told as she wishes': scene(
    live(ana, 'atendente', [ticket()], {
      preferences: { ...preferences, notices: { silent: ['queue', 'others'], volume: 0.3 } },
    }),
    briefly,
  ),
  'what Ana is told in her quiet hours': scene(
    [...live(ana, 'atendente', [ticket()], { preferences: { ...preferences, notices: { quiet: wholeDay } } }), hidden],
    briefly,
  ),
  'what Ana is told while her screen is locked': scene([...anas, { type: 'screen.locked' }], briefly),
  'what Ana is told where another tab is heard': scene(
    [...anas.filter((sample) => !isOfTheTab(sample)), hidden],
    briefly,
  ),
};
