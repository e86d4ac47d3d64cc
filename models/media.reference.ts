import type { Command } from '../src/machines/log/command.ts';
import type { MediaContext, MediaSnapshot } from '../src/machines/media/media.machine.ts';
import { oraclesOf, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';
import { fileShown } from './shown.reference.ts';

/** Of a message's file: how many views show it, the last answer, and until when its address is good. */

type Shown = Step<MediaSnapshot, null>;
type Taken = Shown & { readonly before: MediaSnapshot; readonly after: MediaSnapshot };

function isIt(was: MediaContext, { event }: Shown): boolean {
  return 'messageId' in event && event.messageId === was.messageId;
}

/** Whether the step asks the server. */
function asks({ before, after, event }: Shown): boolean {
  return (
    after?.matches('asking') === true &&
    (before?.matches('asking') !== true || after.context.request === event.position)
  );
}

function answered(was: MediaContext, { event }: Taken): Partial<MediaContext> {
  if (event.type === 'media.loadFailed') return { failure: event.failure, media: null, renewed: false, waited: 0 };
  if (event.type !== 'media.loaded') return {};
  const { media, loggedAt } = event;
  const waited = media.state === 'fetching' ? was.waited + 1 : 0;
  return { media, waited, validUntil: Math.max(media.expiresAt ?? 0, loggedAt + 30_000) };
}

function changes(was: MediaContext, step: Taken): Partial<MediaContext> {
  const { event, before, after } = step;
  const watchers =
    was.watchers + Number(event.type === 'media.shown') - Number(event.type === 'media.hidden' && was.watchers > 0);
  const isOurs = isIt(was, step);
  const isAnswer = 'request' in event && event.request === was.request;
  const isBroken = event.type === 'media.broken' && before.matches('ready') && isOurs;
  const isRetried = event.type === 'media.retried' && isOurs && asks(step);
  const isForgotten = (isRetried && !before.matches('waiting')) || (isBroken && after.matches('failed'));
  return {
    ...(isOurs && { watchers }),
    ...(isOurs && isAnswer && before.matches('asking') && answered(was, step)),
    ...(asks(step) && { request: event.position, retry: event.type === 'media.retried', failure: null }),
    ...(isRetried && before.matches('waiting') && { waited: 0 }),
    ...(isBroken && after.matches('asking') && { renewed: true }),
    ...(isForgotten && { media: null, renewed: false }),
  };
}

function beginning({ event }: Shown): MediaContext | null {
  if (event.type !== 'media.shown') return null;
  const { messageId, position: request } = event;
  const blank = { retry: false, waited: 0, media: null, validUntil: 0, renewed: false, failure: null };
  return { messageId, request, watchers: 1, ...blank };
}

function leaving(step: Shown): readonly Command[] {
  const { before, after } = step;
  const context = after?.context ?? before?.context;
  if (context === undefined) return [];
  const { messageId, request, retry } = context;
  const timer = `media:${messageId}:ask`;
  const left: Command[] = [];
  if (before?.matches('waiting') === true && after?.matches('waiting') !== true)
    left.push({ type: 'timer.cancel', timer });
  if (asks(step)) left.push({ type: 'media.fetch', messageId, request, retry });
  const ms = [1_000, 1_000, 2_000, 4_000, 8_000, 16_000][context.waited] ?? 30_000;
  if (after?.matches('waiting') === true && before?.matches('waiting') !== true)
    left.push({ type: 'timer.start', timer, ms });
  return left;
}

export const mediaOracles = oraclesOf<MediaSnapshot, null>(
  ({ directory }, actor) => directory.media(actor.replace('media:', ''))?.getSnapshot(),
  () => null,
  {
    'what is known of it': wholeContext(changes, {}, beginning),
    'what is shown of it': fileShown,
    'what leaves': (step) => ({
      expected: leaving(step),
      came: step.commands.filter(
        (command) =>
          (command.type === 'media.fetch' && command.messageId === '901') ||
          ('timer' in command && command.timer === 'media:901:ask'),
      ),
    }),
  },
);
