import Pdf from 'pdfkit';
import type { Locale } from '../../contract/facts/locales.ts';
import type { ProtocolEvent } from '../../contract/rest/whatsapp-protocol.ts';
import type { ProtocolDocument } from '../domain/protocol/whatsapp-protocol.ts';
import { FACES, printable } from './printable.ts';
import { PROTOCOL_TEXTS } from './protocol-texts.ts';
import type { ProtocolTexts } from './protocol-texts.ts';

const MARGIN = 48;
const FOOT = 40;
/** Indent of the timeline's entries, beside their times. */
const INDENT = 46;
const COLOURS = { ink: '#1c2333', soft: '#697284', line: '#e5e2da', company: '#2450b8', fault: '#b93232' } as const;
const LANGUAGES: Readonly<Record<Locale, string>> = { pt_BR: 'pt-BR', en: 'en', pt: 'pt-PT' };

export type PdfOptions = {
  locale: Locale;
  now: Date;
  /** Name of the user who requested it. */
  by: string;
  /** Whether the reader is gone. */
  hasStopped: () => boolean;
};

type Page = InstanceType<typeof Pdf>;

/**
 * A ticket and its whole timeline as a PDF, streamed while being read. A failure on the way destroys the returned
 * stream.
 */
export function protocolPdf(record: ProtocolDocument, options: PdfOptions): Page {
  const texts = PROTOCOL_TEXTS[options.locale];
  const language = LANGUAGES[options.locale];
  const page = new Pdf({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    lang: language,
    displayTitle: true,
    info: { Title: `${texts.protocol} ${record.ticket.protocol}`, Author: printable(record.companyName) },
  });
  page.registerFont('text', FACES.text).registerFont('bold', FACES.bold);
  const clock = clockOf(language, record.timezone);
  const foot = printable(texts.issued(record.companyName, clock.full(options.now), record.timezone, options.by));
  let number = 0;
  const writeFoot = () => {
    number += 1;
    footOf(page, foot, texts.page(number));
  };
  page.on('pageAdded', writeFoot);
  writeFoot();
  writeHead(page, record, texts, clock);
  writeAll(page, record, texts, clock, options.hasStopped).then(
    () => page.end(),
    (error: unknown) => page.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return page;
}

type Clock = { day: (at: string) => string; time: (at: string) => string; full: (at: Date) => string };

function clockOf(language: string, timeZone: string): Clock {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone });
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const full = new Intl.DateTimeFormat(language, {
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  });
  return {
    day: (at) => day.format(new Date(at)),
    time: (at) => time.format(new Date(at)),
    full: (at) => full.format(at),
  };
}

/** Writes the footer: the bottom margin is lifted meanwhile, or a new page would begin. */
function footOf(page: Page, words: string, number: string): void {
  const { x, y } = page;
  const { bottom } = page.page.margins;
  page.page.margins.bottom = 0;
  const top = page.page.height - MARGIN - 8;
  const width = page.page.width - 2 * MARGIN;
  page.font('text', 7.5).fillColor(COLOURS.soft);
  page.text(words, MARGIN, top, { width: width - 70, height: 20, ellipsis: true });
  page.text(number, MARGIN, top, { width, align: 'right', lineBreak: false });
  page.page.margins.bottom = bottom;
  page.x = x;
  page.y = y;
}

function writeHead(page: Page, { ticket, companyName }: ProtocolDocument, texts: ProtocolTexts, clock: Clock): void {
  page.font('text', 9).fillColor(COLOURS.soft).text(printable(companyName), MARGIN, MARGIN);
  page
    .font('bold', 18)
    .fillColor(COLOURS.ink)
    .text(`${texts.protocol} ${printable(ticket.protocol)}`);
  page.moveDown(0.5);
  const facts: readonly (readonly [string, string])[] = [
    [texts.customer, ticket.customer.name],
    [texts.phone, phoneOf(ticket.customer.phone_number)],
    [texts.attendant, ticket.user?.name ?? texts.nobody],
    [texts.instance, ticket.instance.name],
    ...(ticket.department === null ? [] : [[texts.department, ticket.department.name] as const]),
    [texts.opened, clock.full(new Date(ticket.started_at))],
    [texts.finished, ticket.finished_at === null ? texts.stillOpen : clock.full(new Date(ticket.finished_at))],
  ];
  const width = (page.page.width - 2 * MARGIN) / 2;
  for (let at = 0; at < facts.length; at += 2) {
    const top = page.y;
    let bottom = top;
    for (const [column, [label, value]] of facts.slice(at, at + 2).entries()) {
      const left = MARGIN + column * width;
      page
        .font('text', 8)
        .fillColor(COLOURS.soft)
        .text(label, left, top, { width: width - 12 });
      page
        .font('text', 10)
        .fillColor(COLOURS.ink)
        .text(printable(value), left, page.y, { width: width - 12 });
      bottom = Math.max(bottom, page.y);
    }
    page.x = MARGIN;
    page.y = bottom + 6;
  }
  page.font('text', 8).fillColor(COLOURS.soft).text(texts.messages(ticket.messages_in, ticket.messages_out));
  page.moveDown(0.6);
  rule(page);
}

function rule(page: Page): void {
  page.moveTo(MARGIN, page.y).lineTo(page.page.width - MARGIN, page.y);
  page.lineWidth(0.6).strokeColor(COLOURS.line).stroke();
  page.moveDown(0.6);
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
    if (its !== day) {
      day = its;
      keepTogether(page, 46);
      page.moveDown(0.4);
      page.font('bold', 9).fillColor(COLOURS.soft).text(day, MARGIN);
      page.moveDown(0.3);
    }
    writeEvent(page, clock.time(event.at), wordsOf(event, ticket.customer.name, texts));
  }
}

/** A timeline entry in words: the author, if a message, and the text. */
type Words = { author: string | null; isCompany: boolean; text: string; fault: string | null };

function wordsOf(event: ProtocolEvent, customer: string, texts: ProtocolTexts): Words {
  const isCompany = event.type === 0;
  const author = isCompany ? (event.user?.name ?? texts.bot) : customer;
  if (event.event === 'reaction') {
    return { author: null, isCompany, text: texts.reaction(author, event.message ?? ''), fault: null };
  }
  if (event.event !== 'message') {
    const text = texts.line[event.event](event.user?.name ?? texts.system, event.next_user?.name ?? texts.nobody);
    return { author: null, isCompany, text, fault: null };
  }
  const kind = texts.attachment[event.tag_type ?? ''];
  const attachment = kind === undefined ? '' : `[${[kind, event.document_name].filter(Boolean).join(': ')}]`;
  const text = [attachment, event.message ?? ''].filter((part) => part !== '').join('\n');
  return { author, isCompany, text, fault: event.error_key === null ? null : texts.failed };
}

function writeEvent(page: Page, time: string, words: Words): void {
  const left = MARGIN + INDENT;
  const width = page.page.width - MARGIN - left;
  keepTogether(page, 30);
  const top = page.y;
  page
    .font('text', 8)
    .fillColor(COLOURS.soft)
    .text(time, MARGIN, top + 1.5, { width: INDENT - 8, lineBreak: false });
  if (words.author === null) {
    page
      .font('text', 9)
      .fillColor(COLOURS.soft)
      .text(printable(words.text), left, top + 1, { width });
  } else {
    page.font('bold', 9).fillColor(words.isCompany ? COLOURS.company : COLOURS.ink);
    page.text(printable(words.author), left, top, { width });
    page.font('text', 9.5).fillColor(COLOURS.ink).text(printable(words.text), left, page.y, { width, lineGap: 1 });
    if (words.fault !== null) page.font('text', 8).fillColor(COLOURS.fault).text(words.fault, left, page.y, { width });
  }
  page.x = MARGIN;
  page.y += 5;
}

/** Begins a new page if less than this height is left. */
function keepTogether(page: Page, height: number): void {
  if (page.y + height > page.page.height - page.page.margins.bottom) page.addPage();
}

/** Brazilian numbers in their usual format, others with a plus. */
function phoneOf(digits: string): string {
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  return brazilian === null ? `+${digits}` : `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}`;
}
