import type { SoundKind } from '../src/machines/log/events-session.ts';
import type { Person } from '../src/machines/entities/entities.ts';
import { bruno } from './samples.ts';

/** Notices as people read and hear them. */

/** What somebody reads and hears. */
export interface Told {
  /** Id of the title's text, or the words; then the body's. */
  readonly says: readonly [title: string, body: string];
  readonly values?: Readonly<Record<string, string | number>>;
  readonly tone: 'success' | 'info' | 'warning' | 'danger';
  readonly sound?: SoundKind;
  /** Milliseconds; null: until it is cleared. */
  readonly stays: number | null;
  /** Whether it leads to the ticket. */
  readonly leads: boolean;
  /** Whether an open conversation shows it too. */
  readonly inChat?: false;
  /** Whether it stays off the desktop. */
  readonly desktop?: false;
  /** Whether it isn't listed, as it confirms what the person did. */
  readonly listed?: false;
}

export const marina = { customer: 'Marina Alves' };
export const short = 6_000;

const ofTransfer = (title: string, body: string): Told['says'] => [
  `notice.transfer.${title}.title`,
  `notice.transfer.${body}`,
];
const between = (sender: string) => ({ ...marina, sender, next: bruno.name });
export const offer = (body: string, sender: string, note = {}): Told => ({
  says: ofTransfer('offered', `offered.${body}`),
  values: { ...between(sender), ...note },
  tone: 'info',
  sound: 'transfer',
  stays: null,
  leads: true,
});
export const leaving = (body: string, sender: string): Told => ({
  says: ofTransfer('leaving', `leaving.${body}`),
  values: between(sender),
  tone: 'info',
  stays: short,
  leads: true,
});
export const settled = (title: 'received' | 'transferred', body: string, sender: string): Told => ({
  says: ofTransfer(title, `${title}.${body}`),
  values: between(sender),
  tone: 'success',
  stays: short,
  leads: body !== 'sender' && !body.startsWith('previous'),
});
export const back = (title: 'removed' | 'declined', body: string, sender: string, leads: boolean): Told => ({
  says: ofTransfer(title, `${title}.${body}`),
  values: between(sender),
  tone: 'warning',
  stays: short,
  leads,
});
export const taken = (what: 'received' | 'queued' | 'moved', how: string, sender: string, more = {}): Told => ({
  says: ofTransfer(what, `${what}.${how}`),
  values: { ...marina, sender, ...more },
  tone: what === 'received' ? 'info' : 'warning',
  ...(what === 'received' && { sound: 'transfer' as const }),
  stays: short,
  leads: true,
});
/** Of one that waits; the oracle counts those before it. */
export const queue: Told = {
  says: ['notice.queue', 'notice.queue.names'],
  tone: 'info',
  sound: 'queue',
  stays: short,
  leads: true,
};
export const everybody = { ana: queue, bruno: queue, carla: queue, dora: queue };
export const mention = (by: Person): Told => ({
  says: ['notice.mention', '@Ana veja'],
  values: { name: by.name },
  tone: 'info',
  sound: 'others',
  stays: null,
  leads: true,
});
export const schedule = (why: string): Told => ({
  says: ['notice.scheduleRefused', `scheduled.why.${why}`],
  tone: 'warning',
  sound: 'others',
  stays: null,
  leads: true,
});
export const shutting = (part: string, values: Told['values'] = {}): Told => ({
  says: [`notice.${part}`, `notice.${part}.text`],
  values: { ...marina, ...values },
  tone: 'warning',
  sound: 'others',
  stays: short,
  leads: true,
});
export const woken: Told = {
  says: ['notice.woken', 'notice.woken.text'],
  values: marina,
  tone: 'info',
  sound: 'others',
  stays: null,
  leads: true,
};
export const failed = (what: string, leads = false): Told => ({
  says: [`notice.failed.${what}`, 'error.forbidden'],
  values: { requestId: 'request-1', code: 'FORBIDDEN' },
  tone: 'danger',
  stays: short,
  leads,
  desktop: false,
  ...(what !== 'take' && { inChat: false as const }),
});
/** The same of a conversation that is held. */
export const failedOf = (what: string): Told => {
  const { values, ...rest } = failed(what, true);
  return { ...rest, says: [`notice.failed.${what}.of`, 'error.forbidden'], values: { ...marina, ...values } };
};
export const unkept = (title: string, body: string, values = {}): Told => ({
  says: [title, body],
  values,
  tone: 'warning',
  stays: short,
  leads: false,
  inChat: false,
  desktop: false,
});
export const done = (says: Told['says'], stays = short, values = {}): Told => ({
  says,
  values,
  tone: 'success',
  stays,
  leads: false,
  inChat: false,
  desktop: false,
  listed: false,
});
export const limit = (part: string, percent: number, tone: Told['tone']): Told => ({
  says: [`${part}.title`, `${part}.text`],
  values: { percent, sent: 810, limit: 1_000 },
  tone,
  stays: null,
  leads: false,
  inChat: false,
});
export const message = (sound: SoundKind, name = 'Marina Alves'): Told => ({
  says: [name, 'Bom dia'],
  tone: 'info',
  sound,
  stays: short,
  leads: true,
});
export const forAll = (told: Told) => ({ ana: told, bruno: told, carla: told, dora: told });
