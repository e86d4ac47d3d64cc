import { meaningOf } from '../../channels/whatsapp/errors.ts';
import type { SmsErrorKey } from '../../channels/sms/errors.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';

/**
 * How a campaign reacts to a provider's error. `final`: the recipient has failed; `optOut`: it also wants no more offers;
 * `later` and `pair`: the recipient is retried with backoff; `oneDay`: it is retried after a day; `hold`: the number backs off;
 * `pause`: the campaign pauses until somebody resumes it; `template`: it waits for the template.
 */
export type Reaction = 'final' | 'optOut' | 'later' | 'pair' | 'oneDay' | 'hold' | 'pause' | 'template';

const REACTIONS: ReadonlyMap<number, Reaction> = new Map([
  [4, 'hold'],
  [80007, 'hold'],
  [130429, 'hold'],
  [131057, 'hold'],
  [131056, 'pair'],
  [131049, 'oneDay'],
  [190, 'pause'],
  [368, 'pause'],
  [131031, 'pause'],
  [131042, 'pause'],
  [131048, 'pause'],
  [132000, 'pause'],
  [132001, 'pause'],
  [132012, 'pause'],
  [132015, 'template'],
  [131050, 'optOut'],
  [131026, 'final'],
  [131047, 'final'],
  [131062, 'final'],
] as const);

/** By our error keys: SMS providers use the same codes for different errors. */
const SMS_REACTIONS: Readonly<Partial<Record<string, Reaction>>> = {
  'channel.error.sms.optedOut': 'optOut',
  'channel.error.sms.rate': 'hold',
  'channel.error.sms.unavailable': 'later',
  'channel.error.sms.account': 'pause',
  'channel.error.sms.balance': 'pause',
  'channel.error.sms.sender': 'pause',
  'channel.error.sms.token': 'pause',
  'channel.error.sms.unknownSender': 'pause',
} satisfies Partial<Record<SmsErrorKey, Reaction>>;

/** The reaction to a channel's error. Errors without a rule are retried if the channel says that they can be. */
export function reactionTo(channel: ChannelName, { code, key }: { code: number; key: string }): Reaction {
  if (channel === 'sms') return SMS_REACTIONS[key] ?? 'final';
  return REACTIONS.get(code) ?? (meaningOf(code).retryable ? 'later' : 'final');
}

/** Attempts after which a recipient has failed. */
export const ATTEMPTS_MAX = 5;

/** The backoff after a recipient's n-th attempt, in milliseconds. */
export function pauseAfter(reaction: Reaction, attempts: number): number {
  switch (reaction) {
    case 'pair':
      return 1_000 * 4 ** Math.min(attempts, 6);
    case 'oneDay':
      return DAY_MS;
    case 'later':
      return 1_000 * 2 ** Math.min(attempts, 8);
    default:
      return 0;
  }
}

const HOLD_MS = 1_000;
const HOLD_MAX_MS = 300_000;

/** The backoff of a number after its n-th such error in a row, in milliseconds. */
export function holdMs(holds: number, retryAfterMs: number | undefined): number {
  return Math.max(Math.min(HOLD_MS * 2 ** Math.min(holds, 10), HOLD_MAX_MS), retryAfterMs ?? 0);
}
