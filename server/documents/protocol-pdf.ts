import { formatPhone } from '../../contract/facts/phone.ts';
import type { ExportedEntry } from '../../contract/rest/conversation-export.ts';
import type { ProtocolEvent } from '../../contract/rest/whatsapp-protocol.ts';
import type { ProtocolDocument } from '../domain/protocol/whatsapp-protocol.ts';
import { clockOf, COLOURS, openPage, rule, writeDay, writeEntry, writeFacts, writeTitle } from './page.ts';
import type { Clock, Page, PdfOptions, Words } from './page.ts';
import { printable } from './printable.ts';
import { PROTOCOL_TEXTS } from './protocol-texts.ts';
import type { ProtocolTexts } from './protocol-texts.ts';

/**
 * A ticket and its whole timeline as a PDF, streamed while being read. A failure on the way destroys the returned
 * stream.
 */
export function protocolPdf(record: ProtocolDocument, options: PdfOptions): Page {
  const { locale } = options;
  const texts = PROTOCOL_TEXTS[locale];
  const clock = clockOf(locale, record.timezone);
  const page = openPage(
    { title: `${texts.protocol} ${record.ticket.protocol}`, author: record.companyName, locale },
    texts.issued(record.companyName, clock.full(options.now), record.timezone, options.by),
    texts.page,
  );
  writeHead(page, record, texts, clock);
  writeAll(page, record, texts, clock, options.hasStopped).then(
    () => page.end(),
    (error: unknown) => page.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return page;
}

function writeHead(page: Page, { ticket, companyName }: ProtocolDocument, texts: ProtocolTexts, clock: Clock): void {
  writeTitle(page, companyName, `${texts.protocol} ${printable(ticket.protocol)}`);
  writeFacts(page, [
    [texts.customer, ticket.customer.name],
    [texts.phone, formatPhone(ticket.customer.phone_number)],
    [texts.attendant, ticket.user?.name ?? texts.nobody],
    [texts.instance, ticket.instance.name],
    ...(ticket.department === null ? [] : [[texts.department, ticket.department.name] as const]),
    [texts.opened, clock.full(new Date(ticket.started_at))],
    [texts.finished, ticket.finished_at === null ? texts.stillOpen : clock.full(new Date(ticket.finished_at))],
  ]);
  page.font('text', 8).fillColor(COLOURS.soft).text(texts.messages(ticket.messages_in, ticket.messages_out));
  page.moveDown(0.6);
  rule(page);
}

async function writeAll(
  page: Page,
  { ticket, events }: ProtocolDocument,
  texts: ProtocolTexts,
  clock: Clock,
  hasStopped: () => boolean,
): Promise<void> {
  let day = '';
  for await (const event of events) {
    if (hasStopped()) return;
    const its = clock.day(event.at);
    if (its !== day) writeDay(page, its);
    day = its;
    writeEntry(page, clock.time(event.at), wordsOf(event, ticket.customer.name, texts));
  }
}

function wordsOf(event: ProtocolEvent, customer: string, texts: ProtocolTexts): Words {
  const isCompany = event.type === 0;
  const author = isCompany ? (event.user?.name ?? (event.is_bot_message ? texts.bot : texts.byPhone)) : customer;
  if (event.event === 'reaction') {
    return { author: null, isCompany, text: texts.reaction(author, event.message ?? ''), fault: null };
  }
  if (event.event !== 'message') {
    const text = texts.line[event.event](event.user?.name ?? texts.system, event.next_user?.name ?? texts.nobody);
    return { author: null, isCompany, text, fault: null };
  }
  return messageWords(event, author, texts);
}

type SaidMessage = Pick<ProtocolEvent, 'type' | 'tag_type' | 'message' | 'document_name' | 'error_key'> &
  Partial<Pick<ExportedEntry, 'choices'>>;

/** A message in words, with its file by name and its choices by their titles. */
export function messageWords(said: SaidMessage, author: string, texts: ProtocolTexts): Words {
  // A sent one asks, only a received one is a reply.
  const isQuestion = said.type === 0 && said.tag_type === 'interactive';
  const kind = isQuestion ? undefined : texts.attachment[said.tag_type ?? ''];
  const attachment = kind === undefined ? '' : `[${[kind, said.document_name].filter(Boolean).join(': ')}]`;
  const titles = said.choices?.options.map(({ title }) => `• ${title}`) ?? [];
  const text = [attachment, said.message ?? '', ...titles].filter((part) => part !== '').join('\n');
  return { author, isCompany: said.type === 0, text, fault: said.error_key === null ? null : texts.failed };
}
