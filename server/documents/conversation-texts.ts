import type { ChatEventKind } from '../../contract/facts/chat-events.ts';
import type { Locale } from '../../contract/facts/locales.ts';
import type { ScheduledReason } from '../../contract/facts/scheduled-messages.ts';

/** Who and what a line names. */
type Named = { by: string; from: string; to: string; department: string };

/** The texts of a conversation's document, beside those of a ticket's. */
export type ConversationTexts = {
  title: string;
  tickets: string;
  entries: string;
  ticket: (protocol: string) => string;
  note: (by: string) => string;
  outcome: (name: string) => string;
  /** What happened; the note and the scheduled ones have texts of their own. */
  line: Record<Exclude<ChatEventKind, 'note' | 'schedule_late' | 'schedule_refused'>, (named: Named) => string>;
  scheduleLate: (by: string, when: string) => string;
  scheduleRefused: (by: string, why: string) => string;
  why: Record<ScheduledReason, string>;
};

const pt: ConversationTexts = {
  title: 'Histórico da conversa',
  tickets: 'Atendimentos',
  entries: 'Conversa',
  ticket: (protocol) => `Atendimento ${protocol}`,
  note: (by) => `Nota interna de ${by}`,
  outcome: (name) => `Desfecho: ${name}`,
  line: {
    opened: () => 'Atendimento iniciado',
    taken: ({ by }) => `${by} assumiu o atendimento`,
    assigned: ({ to }) => `Atendimento distribuído para ${to}`,
    returned: ({ by }) => `${by} devolveu o atendimento para a fila`,
    queued: ({ by, department }) => `${by} enviou o atendimento para a fila de ${department}`,
    transfer_offered: ({ by, to }) => `${by} ofereceu o atendimento a ${to}`,
    transfer_accepted: ({ to }) => `${to} recebeu o atendimento`,
    transfer_withdrawn: ({ to }) => `A transferência para ${to} ficou sem efeito`,
    finished: ({ by }) => `Atendimento finalizado por ${by}`,
    reopened: ({ by }) => `${by} desfez a finalização`,
  },
  scheduleLate: (by, when) => `Mensagem agendada por ${by} para ${when} foi enviada com atraso`,
  scheduleRefused: (by, why) => `A mensagem agendada por ${by} não foi enviada: ${why}`,
  why: {
    finished: 'não havia atendimento aberto',
    window: 'a janela de 24 horas estava fechada',
    blacklisted: 'o cliente estava bloqueado',
    monthlyLimit: 'o limite mensal de mensagens foi atingido',
    disconnected: 'a instância estava desativada',
    author: 'quem a escreveu não atende mais',
    other: 'não foi possível naquele momento',
  },
};

const en: ConversationTexts = {
  title: 'Conversation history',
  tickets: 'Tickets',
  entries: 'Conversation',
  ticket: (protocol) => `Ticket ${protocol}`,
  note: (by) => `Internal note by ${by}`,
  outcome: (name) => `Outcome: ${name}`,
  line: {
    opened: () => 'Ticket opened',
    taken: ({ by }) => `${by} took the ticket`,
    assigned: ({ to }) => `Ticket assigned to ${to}`,
    returned: ({ by }) => `${by} returned the ticket to the queue`,
    queued: ({ by, department }) => `${by} put the ticket into the queue of ${department}`,
    transfer_offered: ({ by, to }) => `${by} offered the ticket to ${to}`,
    transfer_accepted: ({ to }) => `${to} received the ticket`,
    transfer_withdrawn: ({ to }) => `The transfer to ${to} came to nothing`,
    finished: ({ by }) => `Ticket finished by ${by}`,
    reopened: ({ by }) => `${by} undid the finish`,
  },
  scheduleLate: (by, when) => `A message that ${by} scheduled for ${when} was sent late`,
  scheduleRefused: (by, why) => `The message that ${by} scheduled was not sent: ${why}`,
  why: {
    finished: 'there was no open ticket',
    window: 'the 24-hour window was closed',
    blacklisted: 'the customer was blocked',
    monthlyLimit: 'the monthly message limit was reached',
    disconnected: 'the instance was deactivated',
    author: 'its author no longer serves customers',
    other: 'it was not possible at that moment',
  },
};

/** European Portuguese uses other words for the same. */
const ptPt: ConversationTexts = {
  ...pt,
  line: {
    ...pt.line,
    returned: ({ by }) => `${by} devolveu o atendimento à fila`,
    finished: ({ by }) => `Atendimento terminado por ${by}`,
    reopened: ({ by }) => `${by} anulou o fim do atendimento`,
  },
  why: { ...pt.why, author: 'quem a escreveu já não atende', other: 'não foi possível nesse momento' },
};

export const CONVERSATION_TEXTS: Readonly<Record<Locale, ConversationTexts>> = { pt_BR: pt, en, pt: ptPt };
