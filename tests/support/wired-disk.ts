import { createDatabase } from '../../src/adapters/storage/database.ts';
import type { EventOf } from '../../src/machines/log/event.ts';
import type { OutgoingAction, OutgoingFile, StoredMessage } from '../../src/machines/log/events-send.ts';
import { openedBy } from './patient-disk.ts';

/** What an earlier page of a person's left on the disk. */
export interface LeftBehind {
  readonly userId: string;
  readonly messages: readonly StoredMessage[];
  readonly actions: readonly OutgoingAction[];
  readonly drafts: EventOf<'drafts.restored'>['drafts'];
}

/** Any bytes will do. */
export function fileOf({ bytes, mimeType }: OutgoingFile): Blob {
  return new Blob([new Uint8Array(bytes)], { type: mimeType });
}

export async function leaveOnDisk(
  factory: IDBFactory,
  { userId, messages, actions, drafts }: LeftBehind,
): Promise<void> {
  const database = createDatabase(openedBy(factory), `balcao:aurora:${userId}`);
  for (const [place, message] of messages.entries()) {
    await database.put('outbox', message.clientId, { ...message, place });
    if (message.file !== undefined) await database.put('files', message.clientId, fileOf(message.file));
  }
  for (const [place, action] of actions.entries())
    await database.put('outbox', action.clientId, { action, place: messages.length + place, tab: 'closed' });
  for (const draft of drafts) await database.put('drafts', `${draft.customerId}@${draft.instanceId}`, draft);
  database.close();
}
