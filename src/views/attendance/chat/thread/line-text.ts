import type { MessageId } from '../../../../i18n/message-id.ts';
import type { ThreadLine } from '../../../../machines/entities/entities.ts';

interface LineText {
  readonly id: MessageId;
  readonly values: {
    readonly protocol: string;
    readonly name: string;
    readonly from: string;
    readonly to: string;
    readonly department: string;
  };
}

/** What a line says; undefined for a kind that only a newer page knows. `somebody` stands for who is no longer known. */
export function lineText(line: ThreadLine, somebody: string): LineText | undefined {
  const id = idOf(line);
  if (id === undefined) return undefined;
  const { protocol, by, from, to } = line;
  return {
    id,
    values: {
      protocol,
      name: by?.name ?? somebody,
      from: from?.name ?? somebody,
      to: to?.name ?? somebody,
      department: line.department?.name ?? '—',
    },
  };
}

function idOf({ kind, by, from, to }: ThreadLine): MessageId | undefined {
  switch (kind) {
    case 'opened':
      return by === null ? 'thread.opened' : 'thread.opened.by';
    case 'taken':
      return 'thread.taken';
    case 'assigned':
      return by === null ? 'thread.assigned' : 'thread.assigned.by';
    case 'returned':
      if (by !== null) return 'thread.returned.by';
      // Nobody had it: a flow or a rule put it there.
      return from === null ? 'thread.returned.system' : 'thread.returned';
    case 'queued':
      return by === null ? 'thread.queued' : 'thread.queued.by';
    case 'transfer_offered':
      if (by === null) return 'thread.transferOffered';
      return from === null || from.id === by.id ? 'thread.transferOffered.by' : 'thread.transferOffered.other';
    case 'transfer_accepted':
      if (by === null || by.id === to?.id)
        return from === null ? 'thread.transferAccepted.queue' : 'thread.transferAccepted';
      return from === null ? 'thread.transferAccepted.by.queue' : 'thread.transferAccepted.by';
    case 'transfer_withdrawn':
      if (by === null) return 'thread.transferWithdrawn';
      return by.id === to?.id ? 'thread.transferWithdrawn.declined' : 'thread.transferWithdrawn.by';
    case 'finished':
      return by === null ? 'thread.finished' : 'thread.finished.by';
    case 'reopened':
      return 'thread.reopened.by';
    default:
      return undefined;
  }
}
