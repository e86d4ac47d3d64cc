import Pdf from 'pdfkit';
import type { Locale } from '../../contract/facts/locales.ts';
import { FACES, printable } from './printable.ts';

export const MARGIN = 48;
const FOOT = 40;
/** Indent of entries, beside their times. */
const INDENT = 46;
export const COLOURS = {
  ink: '#1c2333',
  soft: '#697284',
  line: '#e5e2da',
  company: '#2450b8',
  fault: '#b93232',
} as const;
const LANGUAGES: Readonly<Record<Locale, string>> = { pt_BR: 'pt-BR', en: 'en', pt: 'pt-PT' };

export type Page = InstanceType<typeof Pdf>;

export type PdfOptions = {
  locale: Locale;
  now: Date;
  /** Name of the user who requested it. */
  by: string;
  /** Whether the reader is gone. */
  hasStopped: () => boolean;
};

/** A document's first page, with a footer on each. */
export function openPage(
  { title, author, locale }: { title: string; author: string; locale: Locale },
  foot: string,
  numbered: (page: number) => string,
): Page {
  const page = new Pdf({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    lang: LANGUAGES[locale],
    displayTitle: true,
    info: { Title: title, Author: printable(author) },
  });
  page.registerFont('text', FACES.text).registerFont('bold', FACES.bold);
  const words = printable(foot);
  let number = 0;
  const writeFoot = () => {
    number += 1;
    footOf(page, words, numbered(number));
  };
  page.on('pageAdded', writeFoot);
  writeFoot();
  return page;
}

/** Formats moments in a time zone. */
export type Clock = { day: (at: string) => string; time: (at: string) => string; full: (at: Date) => string };

export function clockOf(locale: Locale, timeZone: string): Clock {
  const language = LANGUAGES[locale];
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

/** The company over the document's title. */
export function writeTitle(page: Page, company: string, title: string): void {
  page.font('text', 9).fillColor(COLOURS.soft).text(printable(company), MARGIN, MARGIN);
  page.font('bold', 18).fillColor(COLOURS.ink).text(printable(title));
  page.moveDown(0.5);
}

/** Labels and values, two beside each other. */
export function writeFacts(page: Page, facts: readonly (readonly [label: string, value: string])[]): void {
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
}

export function rule(page: Page): void {
  page.moveTo(MARGIN, page.y).lineTo(page.page.width - MARGIN, page.y);
  page.lineWidth(0.6).strokeColor(COLOURS.line).stroke();
  page.moveDown(0.6);
}

/** The heading of a day's entries. */
export function writeDay(page: Page, day: string): void {
  keepTogether(page, 46);
  page.moveDown(0.4);
  page.font('bold', 9).fillColor(COLOURS.soft).text(day, MARGIN);
  page.moveDown(0.3);
}

/** An entry in words: the author, if a message, and the text. */
export type Words = { author: string | null; isCompany: boolean; text: string; fault: string | null };

export function writeEntry(page: Page, time: string, words: Words): void {
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
export function keepTogether(page: Page, height: number): void {
  if (page.y + height > page.page.height - page.page.margins.bottom) page.addPage();
}
