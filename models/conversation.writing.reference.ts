import type { ConversationContext } from '../src/machines/conversation/conversation.context.ts';
import type { ConversationSnapshot } from '../src/machines/conversation/conversation.machine.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { OutgoingMessage } from '../src/machines/log/events-send.ts';
import { isOurs, key } from './conversation.reference.ts';
import type { Sight } from './model.ts';
import { oraclesOf } from './oracles.ts';
import type { Step } from './oracles.ts';

/** What is being written: the last word of whoever writes it, kept until it is sent. */

type Written = Step<ConversationSnapshot, null> & {
  readonly before: ConversationSnapshot;
  readonly after: ConversationSnapshot;
};

interface Draft {
  readonly text: string;
  readonly note: string;
  readonly origin: ConversationContext['draftOrigin'];
  readonly replyTo: string | null;
}

function draftOf({ draft, draftOrigin = null, noteDraft = '', replyTo }: ConversationContext): Draft {
  return { text: draft, note: noteDraft, origin: draftOrigin, replyTo };
}

function isTyped({ forwards, reactsTo, template, shares }: OutgoingMessage): boolean {
  return (
    [forwards, reactsTo, template].every((each) => each === undefined) && (shares === undefined || 'choices' in shares)
  );
}

function draftAfter({ event, before }: Written): Draft {
  const was = draftOf(before.context);
  const write = (text: string, of: 'note' | undefined, origin: Draft['origin'] = null): Draft =>
    of === 'note'
      ? { ...was, note: text }
      : text === was.text
        ? was
        : { ...was, text, origin: text === '' ? null : origin };
  switch (event.type) {
    case 'app.opened':
      return { ...was, text: '', note: '', origin: null };
    case 'draft.changed': {
      const begun = { ticketId: event.ticketId, since: before.context.lastMessage?.id ?? null };
      const named = event.customerName === undefined ? begun : { ...begun, customerName: event.customerName };
      return write(event.text, undefined, was.text === '' ? named : was.origin);
    }
    case 'draft.discarded':
      return write('', event.of);
    case 'noteDraft.changed':
      return write(event.text, 'note');
    case 'draft.receivedFromTab':
      return write(event.text, event.of, event.origin ?? null);
    case 'drafts.restored': {
      const own = event.drafts.filter(({ customerId, instanceId }) => customerId === '40' && instanceId === '5');
      const [stored] = own.filter((one) => (one.of === 'note' ? was.note : was.text) === '');
      return stored === undefined ? was : write(stored.text, stored.of, stored.origin ?? null);
    }
    case 'form.saved': {
      if (event.form !== 'note') return was;
      const saved = event.text ?? '';
      return write(
        was.note.startsWith(saved) && saved !== ''
          ? was.note.slice(saved.length).trimStart()
          : saved === ''
            ? ''
            : was.note,
        'note',
      );
    }
    case 'message.submitted': {
      const { message, isResend } = event;
      if (isResend === true || !isTyped(message) || !isOurs(message)) return was;
      return { ...write('', undefined), replyTo: message.imageUrl === undefined ? null : was.replyTo };
    }
    case 'reply.chosen': {
      const { chat, past } = before.context;
      const held = [...(chat?.messages ?? []), ...(past?.messages ?? [])].some(({ id }) => id === event.messageId);
      return event.messageId === null || held ? { ...was, replyTo: event.messageId } : was;
    }
    default:
      return was;
  }
}

/** A draft is kept whenever its author changes it here. */
function keptAfter(step: Written): readonly Command[] {
  const { event, before } = step;
  const [was, now] = [draftOf(before.context), draftAfter(step)];
  const isHere = ['draft.changed', 'draft.discarded', 'noteDraft.changed', 'form.saved', 'message.submitted'].includes(
    event.type,
  );
  if (!isHere) return [];
  const which = { customerId: '40', instanceId: '5' };
  if (was.text !== now.text)
    return [{ type: 'draft.keep', ...which, text: now.text, ...(now.origin && { origin: now.origin }) }];
  return was.note === now.note ? [] : [{ type: 'draft.keep', ...which, text: now.note, of: 'note' }];
}

function ofWritten(sight: (step: Written) => Sight) {
  return (step: Step<ConversationSnapshot, null>): Sight | null => {
    const { before, after } = step;
    return before === undefined || after === undefined ? null : sight({ ...step, before, after });
  };
}

export const writingOracles = oraclesOf<ConversationSnapshot, null>(
  ({ directory }) => directory.conversation(key)?.getSnapshot(),
  () => null,
  {
    'what is being written': ofWritten((step) => ({ expected: draftAfter(step), came: draftOf(step.after.context) })),
    'what is kept of it': ofWritten((step) => ({
      expected: keptAfter(step),
      came: step.commands.filter(({ type }) => type === 'draft.keep'),
    })),
  },
);
