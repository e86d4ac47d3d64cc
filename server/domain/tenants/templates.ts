import type { OpeningHours } from '../../../contract/entities/department.ts';
import { TENANT_TEMPLATES } from '../../../contract/facts/tenant-templates.ts';
import type { TenantTemplate } from '../../../contract/facts/tenant-templates.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { PermissionRoute } from '../permissions.ts';
import { addRole } from './first-roles.ts';

type Route = PermissionRoute['route'];

type FirstRole = { name: string; displayName: string; routes: readonly Route[] };
type FirstDepartment = { name: string; hours: readonly OpeningHours[]; greeting: string; offHoursText: string };
type FirstReply = { shortcut: string; body: string };
type Contents = {
  roles: readonly FirstRole[];
  departments: readonly FirstDepartment[];
  quickReplies: readonly FirstReply[];
  outcomes: readonly string[];
};

const SUPERVISOR: FirstRole = {
  name: 'supervisor',
  displayName: 'Supervisor',
  routes: [
    'chat',
    'whatsapp-protocol',
    'dashboard-control-panel',
    'dashboard-analytics',
    'dashboard-produtivity-report',
  ],
};
const RECEPTION: FirstRole = { name: 'recepcao', displayName: 'Recepção', routes: ['chat', 'whatsapp-protocol'] };

/** The same hours on several weekdays; 0 is Sunday. */
const on = (weekdays: readonly number[], opens: string, closes: string): OpeningHours[] =>
  weekdays.map((weekday) => ({ weekday, opens, closes }));
const WORKDAYS = [1, 2, 3, 4, 5];
const OFFICE = on(WORKDAYS, '08:00', '18:00');
const SHOP = [...on(WORKDAYS, '09:00', '18:00'), ...on([6], '09:00', '13:00')];
const LONG = [...on(WORKDAYS, '07:00', '20:00'), ...on([6], '08:00', '12:00')];

function department(name: string, hours: readonly OpeningHours[], greeting: string): FirstDepartment {
  const offHoursText = 'Estamos fora do horário de atendimento. Deixe sua mensagem e respondemos assim que voltarmos.';
  return { name, hours, greeting, offHoursText };
}

const GREETING: FirstReply = {
  shortcut: 'ola',
  body: '{{saudacao}}, {{cliente}}! Aqui é {{atendente}}. Como posso ajudar?',
};
const GOODBYE: FirstReply = {
  shortcut: 'tchau',
  body: 'Obrigado pelo contato, {{cliente}}! Seu protocolo é {{protocolo}}. Se precisar, é só chamar.',
};

/** The contents become the company's own, so they are in its language. */
const CONTENTS: Readonly<Record<TenantTemplate, Contents>> = {
  varejo: {
    roles: [SUPERVISOR],
    departments: [
      department('Vendas', SHOP, 'Olá! Você está falando com Vendas. Como podemos ajudar?'),
      department('Pós-venda', SHOP, 'Olá! Para trocas e entregas, informe o número do pedido.'),
    ],
    quickReplies: [
      GREETING,
      { shortcut: 'pedido', body: 'Pode me informar o número do pedido, por favor?' },
      { shortcut: 'entrega', body: 'Vou consultar a entrega e já volto com a previsão.' },
      GOODBYE,
    ],
    outcomes: ['Venda feita', 'Sem interesse', 'Troca ou devolução', 'Dúvida esclarecida'],
  },
  servicos: {
    roles: [SUPERVISOR],
    departments: [
      department('Comercial', OFFICE, 'Olá! Conte o que você precisa e preparamos um orçamento.'),
      department('Financeiro', OFFICE, 'Olá! Você está falando com o Financeiro. Como podemos ajudar?'),
    ],
    quickReplies: [
      GREETING,
      { shortcut: 'orcamento', body: 'Para montar o orçamento, conte o que você precisa e para quando.' },
      { shortcut: 'boleto', body: 'Vou gerar a segunda via do boleto e envio por aqui.' },
      GOODBYE,
    ],
    outcomes: ['Orçamento enviado', 'Contrato fechado', 'Sem interesse', 'Resolvido'],
  },
  saude: {
    roles: [SUPERVISOR, RECEPTION],
    departments: [
      department('Recepção', LONG, 'Olá! Para marcar ou remarcar, informe seu nome completo e o melhor horário.'),
      department('Convênios', OFFICE, 'Olá! Informe o convênio e o número da carteirinha.'),
    ],
    quickReplies: [
      GREETING,
      { shortcut: 'agendar', body: 'Para agendar, informe nome completo, convênio e os melhores dias e horários.' },
      { shortcut: 'chegada', body: 'Chegue 15 minutos antes, com um documento com foto e a carteirinha do convênio.' },
      GOODBYE,
    ],
    outcomes: ['Consulta agendada', 'Consulta remarcada', 'Consulta cancelada', 'Informação prestada'],
  },
  suporte: {
    roles: [SUPERVISOR],
    departments: [
      department('Suporte N1', LONG, 'Olá! Descreva o que está acontecendo e, se puder, envie uma imagem da tela.'),
      department('Suporte N2', OFFICE, 'Olá! Seu caso está com o suporte avançado. Já vamos responder.'),
    ],
    quickReplies: [
      GREETING,
      { shortcut: 'tela', body: 'Pode enviar uma imagem da tela em que o problema aparece?' },
      { shortcut: 'reiniciar', body: 'Feche o programa, abra de novo e me diga se o problema continua.' },
      GOODBYE,
    ],
    outcomes: ['Resolvido', 'Encaminhado ao N2', 'Cliente não respondeu', 'Dúvida esclarecida'],
  },
};

export function isTenantTemplate(name: string): name is TenantTemplate {
  return TENANT_TEMPLATES.some((each) => each === name);
}

/** Adds a template's contents beyond the roles that every company has. */
export async function addTemplate(tx: Tx, tenantId: Id, template: TenantTemplate, now: Date): Promise<void> {
  const { roles, departments, quickReplies, outcomes } = CONTENTS[template];
  for (const role of roles) await addRole(tx, tenantId, role);
  await tx
    .insertInto('department')
    .values(
      departments.map(({ name, hours, greeting, offHoursText }) => ({
        tenant_id: tenantId,
        name,
        greeting,
        off_hours_text: offHoursText,
        opening_hours: JSON.stringify(hours),
        created_at: now,
      })),
    )
    .execute();
  await tx
    .insertInto('quick_reply')
    .values(quickReplies.map((reply) => ({ tenant_id: tenantId, ...reply, created_at: now })))
    .execute();
  await tx
    .insertInto('outcome')
    .values(outcomes.map((name) => ({ tenant_id: tenantId, name, created_at: now })))
    .execute();
}
