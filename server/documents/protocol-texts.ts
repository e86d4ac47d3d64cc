import type { Locale } from '../../contract/facts/locales.ts';
import type { ProtocolEvent } from '../../contract/rest/whatsapp-protocol.ts';

/** The texts of a ticket's document. */
export type ProtocolTexts = {
  protocol: string;
  customer: string;
  phone: string;
  attendant: string;
  nobody: string;
  instance: string;
  department: string;
  opened: string;
  finished: string;
  stillOpen: string;
  messages: (received: number, sent: number) => string;
  page: (page: number) => string;
  issued: (company: string, moment: string, zone: string, by: string) => string;
  bot: string;
  /** Who wrote on the company's phone. */
  byPhone: string;
  system: string;
  /** The text of an entry without one of its own. */
  line: Record<Exclude<ProtocolEvent['event'], 'message' | 'reaction'>, (by: string, next: string) => string>;
  reaction: (by: string, emoji: string) => string;
  failed: string;
  attachment: Record<string, string>;
};

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

const pt: ProtocolTexts = {
  protocol: 'Protocolo de atendimento',
  customer: 'Cliente',
  phone: 'Telefone',
  attendant: 'Atendente',
  nobody: 'Sem atendente',
  instance: 'Instância',
  department: 'Departamento',
  opened: 'Início',
  finished: 'Fim',
  stillOpen: 'Em andamento',
  messages: (received, sent) => `${counted(received, 'recebida')}, ${counted(sent, 'enviada')}`,
  page: (page) => `Página ${page}`,
  issued: (company, moment, zone, by) => `${company} · emitido em ${moment} (${zone}) por ${by}`,
  bot: 'Mensagem automática',
  byPhone: 'Pelo celular',
  system: 'Sistema',
  line: {
    opened: () => 'Atendimento iniciado',
    transferOffered: (by, next) => `${by} ofereceu o atendimento a ${next}`,
    transferAccepted: (by) => `${by} assumiu o atendimento`,
    transferWithdrawn: (_by, next) => `A transferência para ${next} ficou sem efeito`,
    finished: (by) => `Atendimento finalizado por ${by}`,
  },
  reaction: (by, emoji) => (emoji === '' ? `${by} retirou a reação` : `${by} reagiu com ${emoji}`),
  failed: 'Não entregue',
  attachment: {
    image: 'Imagem',
    pdf: 'PDF',
    doc: 'Documento',
    audio: 'Áudio',
    video: 'Vídeo',
    sticker: 'Figurinha',
    location: 'Localização',
    contacts: 'Contato',
    template: 'Modelo',
    interactive: 'Resposta',
    button: 'Resposta',
    order: 'Pedido',
    poll: 'Enquete',
    edited: 'Mensagem editada',
    revoked: 'Mensagem apagada',
    system: 'Mensagem do sistema',
    welcome: 'O cliente abriu a conversa',
    unsupported: 'Mensagem sem suporte',
  },
};

const en: ProtocolTexts = {
  protocol: 'Conversation record',
  customer: 'Customer',
  phone: 'Phone',
  attendant: 'Attendant',
  nobody: 'No attendant',
  instance: 'Instance',
  department: 'Department',
  opened: 'Started',
  finished: 'Ended',
  stillOpen: 'In progress',
  messages: (received, sent) => `${received} received, ${sent} sent`,
  page: (page) => `Page ${page}`,
  issued: (company, moment, zone, by) => `${company} · issued on ${moment} (${zone}) by ${by}`,
  bot: 'Automatic message',
  byPhone: 'From the phone',
  system: 'System',
  line: {
    opened: () => 'Conversation started',
    transferOffered: (by, next) => `${by} offered the conversation to ${next}`,
    transferAccepted: (by) => `${by} took the conversation over`,
    transferWithdrawn: (_by, next) => `The transfer to ${next} came to nothing`,
    finished: (by) => `Conversation finished by ${by}`,
  },
  reaction: (by, emoji) => (emoji === '' ? `${by} took the reaction back` : `${by} reacted with ${emoji}`),
  failed: 'Not delivered',
  attachment: {
    image: 'Image',
    pdf: 'PDF',
    doc: 'Document',
    audio: 'Audio',
    video: 'Video',
    sticker: 'Sticker',
    location: 'Location',
    contacts: 'Contact',
    template: 'Template',
    interactive: 'Reply',
    button: 'Reply',
    order: 'Order',
    poll: 'Poll',
    edited: 'Edited message',
    revoked: 'Message deleted',
    system: 'System message',
    welcome: 'The customer opened the conversation',
    unsupported: 'Unsupported message',
  },
};

/** European Portuguese uses other words for the same. */
const ptPt: ProtocolTexts = {
  ...pt,
  stillOpen: 'A decorrer',
  attachment: {
    ...pt.attachment,
    sticker: 'Autocolante',
    order: 'Encomenda',
    poll: 'Sondagem',
    unsupported: 'Mensagem não suportada',
  },
};

export const PROTOCOL_TEXTS: Readonly<Record<Locale, ProtocolTexts>> = { pt_BR: pt, en, pt: ptPt };
