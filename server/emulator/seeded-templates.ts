import type { CompanyNumber, StoredTemplate } from './model.ts';

type Seed = Omit<StoredTemplate, 'id' | 'accountId' | 'language' | 'rejected_reason' | 'quality' | 'in_review'> &
  Partial<Pick<StoredTemplate, 'language' | 'rejected_reason'>>;

const body = (text: string, ...examples: string[]) => ({
  type: 'BODY',
  text,
  ...(examples.length === 0 ? {} : { example: { body_text: [examples] } }),
});
const footer = (text: string) => ({ type: 'FOOTER', text });
const quickReplies = (...texts: string[]) => ({
  type: 'BUTTONS',
  buttons: texts.map((text) => ({ type: 'QUICK_REPLY', text })),
});

/** Every account's templates; `company` is its name. */
const seedsOf = (company: string): readonly Seed[] => [
  {
    name: 'retomar_atendimento',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      body(
        `Olá, {{1}}! Aqui é {{2}}, da ${company}. Ficamos sem concluir o seu atendimento. Podemos continuar por aqui?`,
        'Marina',
        'Bruno',
      ),
      quickReplies('Sim, pode continuar', 'Já resolvi'),
    ],
  },
  {
    name: 'retorno_do_protocolo',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'NAMED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Sobre o seu atendimento' },
      {
        type: 'BODY',
        text: 'Olá, {{cliente}}! Temos novidades sobre o protocolo {{protocolo}}. Responda a esta mensagem para falar com {{atendente}}.',
        example: {
          body_text_named_params: [
            { param_name: 'cliente', example: 'Marina' },
            { param_name: 'protocolo', example: '20260302-0007' },
            { param_name: 'atendente', example: 'Bruno' },
          ],
        },
      },
      footer(company),
    ],
  },
  {
    name: 'atualizacao_do_pedido',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['48213'] } },
      body('{{1}}, o seu pedido está *{{2}}*. A previsão é {{3}}.', 'Marina', 'a caminho', 'sexta-feira, 6 de março'),
      footer('Dúvidas? É só responder.'),
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Acompanhar pedido',
            url: 'https://www.example.com/pedidos/{{1}}',
            example: ['https://www.example.com/pedidos/48213'],
          },
        ],
      },
    ],
  },
  {
    name: 'lembrete_de_horario',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      body(
        'Oi, {{1}}! Passando para lembrar do seu horário em {{2}}, às {{3}}. Confirma?',
        'Marina',
        '5 de março',
        '14h30',
      ),
      quickReplies('Confirmo', 'Preciso remarcar'),
    ],
  },
  {
    name: 'ola',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [body(`Olá! Aqui é da ${company}. Podemos conversar?`)],
  },
  {
    name: 'ofertas_da_semana',
    status: 'APPROVED',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [
      body('{{1}}, esta semana temos {{2}} de desconto. Quer ver as opções?', 'Marina', '15%'),
      footer('Para não receber ofertas, responda SAIR.'),
      quickReplies('Quero ver', 'Parar ofertas'),
    ],
  },
  {
    name: 'catalogo_em_pdf',
    status: 'APPROVED',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['https://www.example.com/catalogo.pdf'] } },
      body('{{1}}, segue o nosso catálogo.', 'Marina'),
    ],
  },
  {
    name: 'pesquisa_de_satisfacao',
    status: 'PENDING',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [body('{{1}}, que nota você dá ao nosso atendimento, de 0 a 10?', 'Marina')],
  },
  {
    name: 'cobranca_amigavel',
    status: 'REJECTED',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    rejected_reason: 'TAG_CONTENT_MISMATCH',
    components: [body('{{1}}, o seu boleto vence em {{2}}.', 'Marina', '5 de março')],
  },
  {
    name: 'aniversario',
    status: 'PAUSED',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [body(`Feliz aniversário, {{1}}! A ${company} tem um presente para você.`, 'Marina')],
  },
  {
    name: 'foto_do_produto',
    status: 'APPROVED',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://www.example.com/produto.jpg'] } },
      body('{{1}}, esta é a foto que você pediu. Podemos seguir com o atendimento?', 'Marina'),
      quickReplies('Sim', 'Tenho uma dúvida'),
    ],
  },
];

const COMPANIES: Readonly<Record<string, string>> = { aurora: 'Aurora Móveis', brisa: 'Brisa Turismo' };

/** The templates that the accounts of these numbers begin with. */
export function seededTemplates(numbers: readonly CompanyNumber[]): StoredTemplate[] {
  const accounts = new Map(numbers.map(({ accountId, tenant }) => [accountId, tenant]));
  return [...accounts].flatMap(([accountId, tenant], account) =>
    seedsOf(COMPANIES[tenant] ?? tenant).map((seed, index) => ({
      language: 'pt_BR',
      rejected_reason: 'NONE',
      quality: seed.status === 'PAUSED' ? 'RED' : 'GREEN',
      in_review: false,
      ...seed,
      // As long as Meta's, and within what a number holds.
      id: String(1_000_000_000_000_000 + account * 1_000 + index),
      accountId,
    })),
  );
}
