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
type Contents = { roles: readonly FirstRole[]; departments: readonly FirstDepartment[] };

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

/** The contents are the company's own from then on, so they are in its language. */
const CONTENTS: Readonly<Record<TenantTemplate, Contents>> = {
  varejo: {
    roles: [SUPERVISOR],
    departments: [
      department('Vendas', SHOP, 'Olá! Você está falando com Vendas. Como podemos ajudar?'),
      department('Pós-venda', SHOP, 'Olá! Para trocas e entregas, informe o número do pedido.'),
    ],
  },
  servicos: {
    roles: [SUPERVISOR],
    departments: [
      department('Comercial', OFFICE, 'Olá! Conte o que você precisa e preparamos um orçamento.'),
      department('Financeiro', OFFICE, 'Olá! Você está falando com o Financeiro. Como podemos ajudar?'),
    ],
  },
  saude: {
    roles: [SUPERVISOR, RECEPTION],
    departments: [
      department('Recepção', LONG, 'Olá! Para marcar ou remarcar, informe seu nome completo e o melhor horário.'),
      department('Convênios', OFFICE, 'Olá! Informe o convênio e o número da carteirinha.'),
    ],
  },
  suporte: {
    roles: [SUPERVISOR],
    departments: [
      department('Suporte N1', LONG, 'Olá! Descreva o que está acontecendo e, se puder, envie uma imagem da tela.'),
      department('Suporte N2', OFFICE, 'Olá! Seu caso está com o suporte avançado. Já vamos responder.'),
    ],
  },
};

export function isTenantTemplate(name: string): name is TenantTemplate {
  return TENANT_TEMPLATES.some((each) => each === name);
}

/** Adds what a template has beside the roles that every company has. */
export async function addTemplate(tx: Tx, tenantId: Id, template: TenantTemplate, now: Date): Promise<void> {
  const { roles, departments } = CONTENTS[template];
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
}
