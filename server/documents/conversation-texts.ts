import type { ChatEventKind } from '../../contract/facts/chat-events.ts';
import type { Locale } from '../../contract/facts/locales.ts';
import type { ScheduledReason } from '../../contract/facts/scheduled-messages.ts';

/** The people and things that an event line names. */
export type Named = {
  /** Who caused it; null: the system. */
  by: string | null;
  /** Whether they are also its receiver. */
  isByNext: boolean;
  /** The previous owner; null: none, or the one who caused it. */
  from: string | null;
  to: string;
  department: string;
};

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
    opened: ({ by }) => (by === null ? 'Atendimento iniciado' : `${by} iniciou o atendimento`),
    taken: ({ by }) => `${by} assumiu o atendimento`,
    assigned: ({ by, to }) =>
      by === null ? `Atendimento distribuído para ${to}` : `${by} passou o atendimento para ${to}`,
    returned: ({ by }) =>
      by === null
        ? 'O atendimento voltou para a fila por falta de resposta'
        : `${by} devolveu o atendimento para a fila`,
    queued: ({ by, department }) => `${by} enviou o atendimento para a fila de ${department}`,
    transfer_offered: ({ by, from, to }) => {
      if (by === null) return `Transferência automática para ${to} por falta de resposta, aguardando aceite`;
      return from === null ? `${by} ofereceu o atendimento a ${to}` : `${by} ofereceu o atendimento de ${from} a ${to}`;
    },
    transfer_accepted: ({ by, isByNext, to }) =>
      by === null || isByNext ? `${to} recebeu o atendimento` : `${by} confirmou a transferência para ${to}`,
    transfer_withdrawn: ({ by, isByNext, to }) => {
      if (by === null) return `A transferência para ${to} não foi aceita`;
      return isByNext ? `${by} recusou a transferência` : `${by} cancelou a transferência para ${to}`;
    },
    finished: ({ by }) => (by === null ? 'Atendimento finalizado automaticamente' : `Atendimento finalizado por ${by}`),
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
    opened: ({ by }) => (by === null ? 'Ticket opened' : `${by} opened the ticket`),
    taken: ({ by }) => `${by} took the ticket`,
    assigned: ({ by, to }) => (by === null ? `Ticket assigned to ${to}` : `${by} assigned the ticket to ${to}`),
    returned: ({ by }) =>
      by === null ? 'The ticket returned to the queue for lack of response' : `${by} returned the ticket to the queue`,
    queued: ({ by, department }) => `${by} put the ticket into the queue of ${department}`,
    transfer_offered: ({ by, from, to }) => {
      if (by === null) return `Automatic transfer to ${to} for lack of response, waiting to be accepted`;
      return from === null ? `${by} offered the ticket to ${to}` : `${by} offered ${from}’s ticket to ${to}`;
    },
    transfer_accepted: ({ by, isByNext, to }) =>
      by === null || isByNext ? `${to} received the ticket` : `${by} confirmed the transfer to ${to}`,
    transfer_withdrawn: ({ by, isByNext, to }) => {
      if (by === null) return `The transfer to ${to} was not accepted`;
      return isByNext ? `${by} declined the transfer` : `${by} cancelled the transfer to ${to}`;
    },
    finished: ({ by }) => (by === null ? 'Ticket finished automatically' : `Ticket finished by ${by}`),
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
    assigned: ({ by, to }) => (by === null ? `Atendimento distribuído a ${to}` : `${by} passou o atendimento a ${to}`),
    returned: ({ by }) =>
      by === null ? 'O atendimento voltou à fila por falta de resposta' : `${by} devolveu o atendimento à fila`,
    transfer_offered: (named) =>
      named.by === null
        ? `Transferência automática para ${named.to} por falta de resposta, a aguardar aceitação`
        : pt.line.transfer_offered(named),
    transfer_withdrawn: (named) =>
      named.by === null ? `A transferência para ${named.to} não foi aceite` : pt.line.transfer_withdrawn(named),
    finished: ({ by }) => (by === null ? 'Atendimento terminado automaticamente' : `Atendimento terminado por ${by}`),
    reopened: ({ by }) => `${by} anulou o fim do atendimento`,
  },
  why: { ...pt.why, author: 'quem a escreveu já não atende', other: 'não foi possível nesse momento' },
};

export const CONVERSATION_TEXTS: Readonly<Record<Locale, ConversationTexts>> = { pt_BR: pt, en, pt: ptPt };
