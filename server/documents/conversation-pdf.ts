import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { formatPhone } from '../../contract/facts/phone.ts';
import type { Locale } from '../../contract/facts/locales.ts';
import type { ExportedEntry } from '../../contract/rest/conversation-export.ts';
import type { ConversationRecord } from '../domain/thread/export-conversation.ts';
import { CONVERSATION_TEXTS } from './conversation-texts.ts';
import type { ConversationTexts } from './conversation-texts.ts';
import {
  clockOf,
  COLOURS,
  keepTogether,
  MARGIN,
  openPage,
  rule,
  writeDay,
  writeEntry,
  writeFacts,
  writeTitle,
} from './page.ts';
import type { Clock, Page, PdfOptions, Words } from './page.ts';
import { printable } from './printable.ts';
import { messageWords } from './protocol-pdf.ts';
import { PROTOCOL_TEXTS } from './protocol-texts.ts';
import type { ProtocolTexts } from './protocol-texts.ts';

/** Entries written before yielding the processor, and waiting for a slow reader. */
const AT_ONCE = 20;
/** Most bytes buffered for the reader. */
const BUFFER_BYTES = 1024 * 1024;
const PAUSE_MS = 20;

/**
 * A conversation with all its tickets as a PDF, streamed no faster than it is read. A failure on the
 * way destroys the returned stream.
 */
export function conversationPdf(record: ConversationRecord, options: PdfOptions): Page {
  const { locale } = options;
  const texts = CONVERSATION_TEXTS[locale];
  const common = PROTOCOL_TEXTS[locale];
  const clock = clockOf(locale, record.timezone);
  const page = openPage(
    { title: `${texts.title} · ${record.customer.name}`, author: record.company, locale },
    common.issued(record.company, clock.full(options.now), record.timezone, options.by),
    common.page,
  );
  writeAll(page, record, { locale, texts, common, clock }, options.hasStopped).then(
    () => page.end(),
    (error: unknown) => page.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return page;
}

type Language = { locale: Locale; texts: ConversationTexts; common: ProtocolTexts; clock: Clock };

async function writeAll(
  page: Page,
  record: ConversationRecord,
  language: Language,
  hasStopped: () => boolean,
): Promise<void> {
  const { texts, clock } = language;
  await writeHead(page, record, language);
  const protocols = new Map(record.tickets.map(({ id, protocol }) => [id, protocol]));
  let day = '';
  let ticket = '';
  let count = 0;
  for await (const entry of record.entries) {
    if (hasStopped()) return;
    if (entry.ticket_id !== ticket) writeHeading(page, texts.ticket(protocols.get(entry.ticket_id) ?? '—'));
    const its = clock.day(entry.at);
    if (its !== day || entry.ticket_id !== ticket) writeDay(page, its);
    day = its;
    ticket = entry.ticket_id;
    writeEntry(page, clock.time(entry.at), wordsOf(entry, record.customer.name, language));
    count += 1;
    if (count % AT_ONCE === 0) await rest(page, hasStopped);
  }
}

/** Yields the processor, and waits for a slow reader. */
async function rest(page: Page, hasStopped: () => boolean): Promise<void> {
  await nextTurn();
  while (page.readableLength > BUFFER_BYTES && !hasStopped()) await pause(PAUSE_MS);
}

async function writeHead(page: Page, record: ConversationRecord, { texts, common, clock }: Language): Promise<void> {
  const { customer, instance, tickets } = record;
  writeTitle(page, record.company, texts.title);
  writeFacts(page, [
    [common.customer, customer.name],
    [common.byPhone, formatPhone(customer.phone_number)],
    [common.instance, instance.name],
    [texts.tickets, String(tickets.length)],
  ]);
  rule(page);
  for (const [index, { protocol, user, started_at: from, finished_at: to, outcome }] of tickets.entries()) {
    keepTogether(page, 16);
    const until = to === null ? common.stillOpen : clock.full(new Date(to));
    const facts = [protocol, `${clock.full(new Date(from))} – ${until}`, user?.name ?? common.nobody];
    if (outcome !== null) facts.push(texts.outcome(outcome));
    page
      .font('text', 8.5)
      .fillColor(COLOURS.ink)
      .text(printable(facts.join(' · ')), MARGIN);
    page.y += 2;
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
  }
}

function writeHeading(page: Page, words: string): void {
  keepTogether(page, 70);
  page.moveDown(0.8);
  page.font('bold', 12).fillColor(COLOURS.ink).text(printable(words), MARGIN);
  page.moveDown(0.2);
  rule(page);
}

function wordsOf(entry: ExportedEntry, customer: string, { locale, texts, common, clock }: Language): Words {
  const { kind, message, user } = entry;
  const happened = (text: string): Words => ({ author: null, isCompany: true, text, fault: null });
  if (kind === 'message' || kind === 'reaction') {
    const author = entry.type === 0 ? (user?.name ?? (entry.is_bot_message ? common.bot : common.phone)) : customer;
    return kind === 'reaction' ? happened(common.reaction(author, message ?? '')) : messageWords(entry, author, common);
  }
  const by = user?.name ?? common.system;
  if (kind === 'note') return { author: texts.note(by), isCompany: true, text: message ?? '', fault: null };
  if (kind === 'schedule_late') return happened(texts.scheduleLate(by, momentOf(message, clock)));
  if (kind === 'schedule_refused')
    return happened(texts.scheduleRefused(by, ofTable(texts.why, message) ?? texts.why.other));
  return happened(happenedText(entry, locale));
}

/** An event in words; its kind if that is unknown here. */
export function happenedText(
  { kind, message, user, previous_user: from, next_user: to, ...rest }: ExportedEntry,
  locale: Locale,
): string {
  const texts = CONVERSATION_TEXTS[locale];
  const common = PROTOCOL_TEXTS[locale];
  const said =
    ofTable(
      texts.line,
      kind,
    )?.({
      by: user?.name ?? null,
      isByNext: user !== null && user.id === to?.id,
      from: from === null || from.id === user?.id ? null : from.name,
      to: to?.name ?? common.nobody,
      department: rest.department?.name ?? '—',
    }) ?? kind;
  if (message === null || message === '') return said;
  return `${said}\n${kind === 'finished' ? texts.outcome(message) : `“${message}”`}`;
}

function momentOf(at: string | null, clock: Clock): string {
  const moment = new Date(at ?? '');
  return Number.isNaN(moment.getTime()) ? '—' : clock.full(moment);
}

/** Looks up an untrusted key in a table, own properties only. */
function ofTable<Value>(table: Readonly<Record<string, Value>>, name: string | null): Value | undefined {
  return name !== null && Object.hasOwn(table, name) ? table[name] : undefined;
}
