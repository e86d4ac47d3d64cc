import { EXPORT_VERSION } from '../../contract/facts/conversation-export.ts';
import type { ExportedConversation, ExportedEntry } from '../../contract/rest/conversation-export.ts';
import type { ConversationRecord } from '../domain/thread/export-conversation.ts';

/** Entries written at once. */
const AT_ONCE = 100;

/** An exported conversation as JSON, a piece at a time; `exportedConversationSchema` says what is in it. */
export async function* conversationJson(
  { entries, ...record }: ConversationRecord,
  { now, by }: { now: Date; by: { id: string; name: string } },
): AsyncGenerator<string, void, undefined> {
  const local = momentIn(record.timezone);
  const head: Omit<ExportedConversation, 'entries' | 'entry_count'> = {
    format: 'balcao-conversation',
    version: EXPORT_VERSION,
    exported_at: local(now.toISOString()),
    exported_by: by,
    ...record,
    tickets: record.tickets.map((ticket) => ({
      ...ticket,
      started_at: local(ticket.started_at),
      finished_at: ticket.finished_at === null ? null : local(ticket.finished_at),
    })),
  };
  let piece = `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  let count = 0;
  for await (const entry of entries) {
    const told: ExportedEntry = { ...entry, at: local(entry.at) };
    piece += `${count === 0 ? '' : ','}\n${JSON.stringify(told)}`;
    count += 1;
    if (count % AT_ONCE !== 0) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n],"entry_count":${count}}\n`;
}

/** Formats wire timestamps with the offset of a time zone: `2026-11-20T10:45:00.000-03:00`. */
export function momentIn(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'longOffset',
  });
  return (at) => {
    const part: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(new Date(at))) part[type] = value;
    // `GMT-03:00`, or `GMT` alone.
    const offset = part['timeZoneName']?.slice('GMT'.length) ?? '';
    return `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}.${part['fractionalSecond']}${offset === '' ? '+00:00' : offset.slice(0, 6)}`;
  };
}
