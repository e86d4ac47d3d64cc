import type { CustomerFieldType } from '../../contract/facts/customers.ts';
import type { TagColor } from '../../contract/facts/tag-colors.ts';
import type { Random } from './random.ts';

/** A demo company's customer data, and its attendants' notes to each other. */
export interface DemoCompany {
  readonly tags: readonly (readonly [name: string, color: TagColor])[];
  readonly fields: readonly DemoField[];
  /** How attendances end, the most frequent first. */
  readonly outcomes: readonly string[];
  readonly customerNotes: readonly string[];
  /** `of`: its owner's username; the company's without one. */
  readonly quickReplies: readonly { readonly shortcut: string; readonly text: string; readonly of?: string }[];
  readonly notes: readonly string[];
  /** A note that mentions `{pessoa}`, and their answer. */
  readonly questions: readonly (readonly [question: string, answer: string])[];
  /** The sender's note to the receiver of a transfer. */
  readonly handovers: readonly string[];
}

export interface DemoField {
  readonly name: string;
  readonly type: CustomerFieldType;
  readonly options?: readonly string[];
  /** A value as `customer_value` has it. */
  readonly invent: (random: Random) => string | number;
}

const PROFESSIONS = ['Professora', 'Engenheiro', 'Médica', 'Autônomo', 'Advogada', 'Comerciante'];
const WISHES = ['Prefere ser chamado(a) à tarde.', 'Só responde depois das 18h.', 'Gosta de receber fotos antes.'];

const choice = (name: string, options: readonly string[]): DemoField => ({
  name,
  type: 'choice',
  options,
  invent: (random) => random.pick(options),
});
const boolean = (name: string): DemoField => ({ name, type: 'boolean', invent: (random) => random.between(0, 1) });
const number = (name: string, most: number): DemoField => ({
  name,
  type: 'number',
  invent: (random) => random.between(1, most),
});
const date = (name: string, firstYear: number, lastYear: number): DemoField => ({
  name,
  type: 'date',
  invent: (random) => {
    const two = (value: number): string => String(value).padStart(2, '0');
    return `${random.between(firstYear, lastYear)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`;
  },
});

/** By URL name. */
export const DEMO_COMPANIES: Readonly<Record<string, DemoCompany>> = {
  aurora: {
    tags: [
      ['VIP', 'purple'],
      ['Orçamento', 'blue'],
      ['Aguarda entrega', 'orange'],
      ['Reclamação', 'red'],
      ['Pós-venda', 'green'],
      ['Atacado', 'teal'],
    ],
    fields: [
      choice('Loja preferida', ['Centro', 'Shopping', 'Site']),
      date('Aniversário', 1955, 2004),
      number('Compras', 14),
      boolean('Aceita ofertas'),
      { name: 'Profissão', type: 'text', invent: (random) => random.pick(PROFESSIONS) },
    ],
    outcomes: ['Venda feita', 'Resolvido', 'Sem interesse', 'Troca ou devolução', 'Cliente não respondeu'],
    customerNotes: [...WISHES, 'Mora em prédio sem elevador: avisar a entrega.', 'Compra para revender.'],
    quickReplies: [
      {
        shortcut: 'ola',
        text: '{{saudacao}}, {{cliente}}! Aqui é {{atendente}}, da *Aurora Móveis*. Como posso ajudar?',
      },
      {
        shortcut: 'pix',
        text: 'Nossa chave Pix é o CNPJ *12.345.678/0001-95* (Aurora Móveis). Depois é só mandar o comprovante por aqui.',
      },
      { shortcut: 'prazo', text: 'O prazo é de 5 a 8 dias úteis depois da confirmação do pagamento.' },
      {
        shortcut: 'horario',
        text: 'Atendemos de segunda a sexta, das 8h às 18h, e aos sábados, das 9h às 13h.',
      },
      { shortcut: 'protocolo', text: 'O protocolo deste atendimento é *{{protocolo}}*. Guarde-o, por favor.' },
      { shortcut: 'tchau', text: 'Obrigado pelo contato, {{cliente}}! Precisando, é só chamar. 😊' },
      { shortcut: 'foto', text: 'Consegue me mandar uma foto, por favor? Assim vejo melhor o que houve.', of: 'bruno' },
      { shortcut: 'volto', text: '{{cliente}}, vou consultar o estoque e já volto.', of: 'bruno' },
      { shortcut: 'troca', text: 'A troca é gratuita em até 30 dias, com a nota fiscal em mãos.', of: 'carla' },
    ],
    notes: [
      'Cliente antigo, comprou a sala inteira em 2023.',
      'Conferi com o estoque: separaram até sexta.',
      'Só recebe depois das 14h, o porteiro não aceita entrega.',
      'Já ganhou 5% na última compra.',
      'Transportadora avisada, aguardando retorno.',
    ],
    questions: [
      ['@{pessoa} posso dar 5% para fechar hoje?', 'Pode. Acima disso, me chame antes.'],
      ['@{pessoa} este é o cliente da troca de ontem, né?', 'É ele, já autorizei a coleta.'],
      ['@{pessoa} o frete ficou caro para este CEP. Consegue rever?', 'Consegui, pode passar pela metade.'],
    ],
    handovers: [
      'Já passei o preço e o prazo, falta fechar.',
      'É com vocês: quer trocar a peça, já mandou a foto.',
      'Saio para o almoço, pode continuar?',
    ],
  },
  brisa: {
    tags: [
      ['Lua de mel', 'pink'],
      ['Grupo', 'teal'],
      ['Viaja este mês', 'orange'],
      ['Cliente fiel', 'purple'],
    ],
    fields: [
      choice('Viaja', ['Sozinho(a)', 'Em casal', 'Em família', 'Em grupo']),
      date('Validade do passaporte', 2027, 2034),
      number('Viagens conosco', 9),
      boolean('Precisa de visto'),
    ],
    outcomes: ['Viagem fechada', 'Orçamento enviado', 'Sem interesse', 'Resolvido'],
    customerNotes: [...WISHES, 'Tem medo de avião pequeno.', 'Sempre pede quarto em andar alto.'],
    quickReplies: [
      { shortcut: 'ola', text: '{{saudacao}}, {{cliente}}! Sou {{atendente}}, da *Brisa Turismo*. Para onde vamos?' },
      { shortcut: 'documentos', text: 'Preciso do nome completo, do CPF e da data de nascimento de cada viajante.' },
      { shortcut: 'pagamento', text: 'Parcelamos em até 10x sem juros no cartão, ou 5% de desconto no Pix.' },
      { shortcut: 'hotel', text: 'Vou ver a disponibilidade no hotel e já volto, {{cliente}}.', of: 'bia' },
    ],
    notes: ['Pediu o mesmo hotel do ano passado.', 'Tarifa segura até sexta.', 'Documentos conferidos.'],
    questions: [
      ['@{pessoa} o cliente quer manter a tarifa até segunda. Posso segurar?', 'Pode, falei com a operadora.'],
      ['@{pessoa} consegue um quarto em andar alto para este casal?', 'Consegui, já está na reserva.'],
    ],
    handovers: [
      'Já mandei o orçamento, falta escolher a data.',
      'Você conhece o destino melhor, pode seguir?',
      'Saio às 17h, o cliente ainda vai mandar os documentos.',
    ],
  },
};
