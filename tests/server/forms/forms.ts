import { cnpjOf } from '../../support/cnpj.ts';
import { customerForms } from './customer-forms.ts';
import { next } from './form.ts';
import type { Form, Own, Values } from './form.ts';
import { SCRIPT } from './values.ts';

/** Right values of each form's call, and what else is said of its fields. */

const PASSWORD = 'Uma#outra+senha9';

const person = (own: Own): Values => {
  const number = next();
  return {
    username: `pessoa${number}`,
    name: `Pessoa ${number}`,
    email: `pessoa${number}@aurora.example`,
    password: PASSWORD,
    role_id: own.role,
    user_department_id: own.department,
    chosen_instances: [own.instance],
    image: null,
  };
};
const department = (own: Own): Values => ({
  name: `Área ${next()}`,
  activated: true,
  greeting: 'Olá!',
  off_hours_text: 'Voltamos às 8h.',
  opening_hours: [{ weekday: 1, opens: '08:00', closes: '18:00' }],
  holidays: [{ day: '2026-12-25', name: 'Natal', yearly: true }],
  distribution: 'manual',
  max_open_tickets: 5,
  transfer_after_minutes: 10,
  member_ids: [own.user],
  instance_ids: [own.instance],
});
const company = (): Values => ({
  cnpj: cnpjOf(`93.${String(next()).padStart(3, '0')}.111/0001`),
  features: ['reports'],
  template: 'varejo',
  pool: 'sul',
  userLimit: 5,
  instanceLimit: 5,
  messageLimit: 100,
  timezone: 'America/Sao_Paulo',
});
const aurora = 'aurora';

const pdfOf = (text: string): string => `data:application/pdf;base64,${Buffer.from(text).toString('base64')}`;

/** A setting of each type. */
const SETTINGS = [
  { key: 'session_hours', value: 8, not: ['', '8', 0, 25, 1.5, 1e12, true, [], { a: 1 }, SCRIPT] },
  { key: 'support_access', value: true, not: ['', 'true', 1, [], { a: 1 }, SCRIPT] },
  { key: 'protocol_phone', value: 'full', not: ['', 'half', 5, true, ['full'], { a: 1 }, SCRIPT] },
  { key: 'support_contact', value: 'Ramal 12', not: ['x'.repeat(5_000), 5, true, ['a'], { a: 1 }, 'a\0b', '\uD800'] },
] as const;

/** Every form, by its call. */
export const forms: readonly Form[] = [
  {
    call: 'POST /api/users',
    who: 'administrator',
    given: person,
    taken: { username: 'ANA', email: 'ana@aurora.example' },
    texts: ['name'],
    table: 'app_user',
    makes: 'username',
  },
  {
    call: 'newUser',
    who: 'administrator',
    given: person,
    taken: { username: 'ana', email: 'Ana@Aurora.example' },
    texts: ['name'],
    table: 'app_user',
    makes: 'username',
  },
  {
    call: 'PUT /api/users/:id',
    who: 'administrator',
    given: (own) => ({ ...person(own), id: own.user, version: null }),
    taken: { username: 'ana', email: 'ana@aurora.example' },
    texts: ['name'],
    table: 'app_user',
  },
  {
    call: 'updateUser',
    who: 'administrator',
    given: (own) => {
      const { password: _, ...rest } = person(own);
      return { ...rest, id: own.user, version: null };
    },
    takesNull: true,
    taken: { username: 'ana', email: 'ana@aurora.example' },
    texts: ['name'],
    table: 'app_user',
  },
  { call: 'updateUserPassword', who: 'administrator', given: () => ({ password: 'Balcao#2026' }) },
  { call: 'deleteUser', who: 'administrator', given: (own) => ({ id: own.user }) },
  { call: 'blockUser', who: 'administrator', given: (own) => ({ id: own.user }) },
  { call: 'PATCH /api/users/:id', who: 'administrator', given: (own) => ({ id: own.user }) },
  { call: 'disconnectUser', who: 'administrator', given: (own) => ({ user_id: own.user }) },
  { call: 'deleteUserInstance', who: 'administrator', given: () => ({ id: '987654321' }) },
  { call: 'revokeSession', who: 'administrator', given: () => ({ id: '987654321' }) },
  {
    call: 'newRole',
    who: 'administrator',
    given: () => ({ display_name: `Perfil ${next()}` }),
    taken: { display_name: 'ATENDENTE' },
    texts: ['display_name'],
    table: 'role',
    makes: 'display_name',
  },
  {
    call: 'updateRole',
    who: 'administrator',
    given: (own) => ({ id: own.role, display_name: `Perfil ${next()}`, version: null }),
    taken: { display_name: 'Administrador' },
    texts: ['display_name'],
    table: 'role',
  },
  {
    call: 'duplicateRole',
    who: 'administrator',
    given: (own) => ({ id: own.role, display_name: `Cópia ${next()}` }),
    taken: { display_name: 'Administrador' },
    texts: ['display_name'],
    table: 'role',
    makes: 'display_name',
  },
  { call: 'deleteRole', who: 'administrator', given: (own) => ({ id: own.role }) },
  {
    call: 'POST /api/permission/update',
    who: 'administrator',
    given: (own) => ({ roleId: own.role, permissions: ['chat'], version: null }),
  },
  {
    call: 'newDepartment',
    who: 'administrator',
    given: department,
    taken: { name: 'VENDAS' },
    texts: ['name', 'greeting', 'off_hours_text'],
    table: 'department',
    makes: 'name',
  },
  {
    call: 'updateDepartment',
    who: 'administrator',
    given: (own) => ({ ...department(own), id: own.department, version: null }),
    taken: { name: 'Suporte' },
    texts: ['name', 'greeting', 'off_hours_text'],
    table: 'department',
  },
  ...customerForms,
  { call: 'deleteDepartment', who: 'administrator', given: (own) => ({ id: own.department }) },
  {
    call: 'POST /api/instance',
    who: 'administrator',
    given: () => ({ name: `Loja ${next()}`, tenantName: aurora, isOfficial: true, isUnlimited: false }),
    taken: { name: 'VENDAS' },
    texts: ['name'],
    table: 'instance',
    makes: 'name',
  },
  {
    call: 'POST /api/instance/update',
    who: 'administrator',
    given: (own) => ({
      id: own.instance,
      tenantName: aurora,
      version: null,
      name: `Loja ${next()}`,
      activated: true,
      isOfficial: true,
      isUnlimited: false,
      phone_number: '+55 (11) 4000-0001',
      phone_number_id: '300000000000001',
      access_token: 'EAAG-de-verdade-9f3c',
      user_ids: [own.user],
    }),
    taken: { name: 'Vendas' },
    texts: ['name'],
    table: 'instance',
  },
  { call: 'POST /api/instance/test', who: 'administrator', given: (own) => ({ id: own.instance, tenantName: aurora }) },
  {
    call: 'POST /api/instance/syncMessages',
    who: 'administrator',
    given: (own) => ({ id: own.instance, tenantName: aurora, daysAgo: 7, unlimitedSync: false }),
  },
  {
    call: 'POST /api/invitations',
    who: 'administrator',
    given: (own) => {
      const { email, role_id, user_department_id, chosen_instances } = person(own);
      return { email, role_id, user_department_id, chosen_instances };
    },
    taken: { email: 'ana@aurora.example' },
  },
  { call: 'DELETE /api/invitations/:id', who: 'administrator', given: () => ({ id: '987654321' }) },
  {
    call: 'PATCH /api/security-settings',
    who: 'administrator',
    given: () => ({ two_factor_required: false, version: null }),
  },
  { call: 'PATCH /api/user-settings/:id', who: 'administrator', given: (own) => ({ id: own.user, two_factor: false }) },
  {
    call: 'PATCH /api/profile',
    who: 'administrator',
    given: () => ({ name: 'Ana Ribeiro', image: null, email: 'ana@aurora.example', version: null }),
    taken: { email: 'carla@aurora.example' },
  },
  {
    call: 'PUT /api/identity-provider',
    who: 'administrator',
    given: (own) => ({
      enabled: false,
      label: 'Entrar com a Aurora',
      issuer: 'https://login.aurora.example',
      client_id: 'balcao',
      client_secret: null,
      email_domain: 'aurora.example',
      creates_users: true,
      role_id: own.role,
      tenantName: aurora,
      version: null,
    }),
    nullable: ['role_id'],
  },
  {
    call: 'PUT /api/maintenance',
    who: 'back-office',
    given: () => ({ on: false, message: null, minutes: null, version: null }),
  },
  ...SETTINGS.map(({ key, value, not }) => ({
    call: 'PATCH /api/dynamic-settings/:key',
    of: key,
    who: 'administrator' as const,
    given: () => ({ key, value, version: null }),
    not: { value: not },
  })),
  {
    call: 'POST /api/terms-of-use',
    who: 'back-office',
    given: () => ({ title: `Termos ${next()}`, pdf: pdfOf('%PDF-1.7\n%%EOF\n') }),
    texts: ['title'],
    table: 'terms_version',
  },
  { call: 'POST /api/terms-of-use/accept', who: 'administrator', given: () => ({ id: '987654321' }) },
  {
    call: 'POST /api/training-videos',
    who: 'back-office',
    given: () => ({
      title: `Vídeo ${next()}`,
      description: 'Como atender.',
      url: 'https://videos.example/atender',
      language: 'pt_BR',
      position: 1,
    }),
    texts: ['title', 'description'],
    table: 'training_video',
  },
  {
    call: 'PUT /api/user-settings/:id/recovery-codes',
    who: 'administrator',
    given: (own) => ({ id: own.admin, code: '123456' }),
    writes: ['audit'],
  },
  {
    call: 'POST /api/auth/unlock',
    who: 'administrator',
    given: () => ({ password: 'Balcao#2026' }),
    writes: ['audit'],
  },
  {
    call: 'POST /api/tenant',
    who: 'back-office',
    given: () => ({ name: `Empresa ${next()}`, ...company() }),
    taken: { name: 'Aurora', cnpj: '12.345.678/0001-95' },
    table: 'tenant',
    makes: 'name',
  },
  {
    call: 'POST /api/tenant/update',
    who: 'back-office',
    given: (own) => {
      const { features: _features, template: _template, ...rest } = company();
      return { ...rest, id: own.tenant, name: `Empresa ${next()}`, version: null };
    },
    texts: ['name'],
    table: 'tenant',
  },
  { call: 'POST /api/tenant/delete', who: 'back-office', given: (own) => ({ id: own.tenant }) },
  { call: 'POST /api/tenant/restore', who: 'back-office', given: (own) => ({ id: own.tenant }) },
  { call: 'POST /api/tenant/enter', who: 'back-office', given: () => ({ tenantName: 'empresa-de-fora' }) },
  {
    call: 'POST /api/tenant/feature',
    who: 'back-office',
    given: () => ({ option: 'reports', enabled: true, tenantName: 'empresa-de-fora' }),
  },
  {
    call: 'POST /api/tenant/invite',
    who: 'back-office',
    given: () => ({ tenantName: 'empresa-de-fora', email: `rosa${next()}@fora.example` }),
  },
  {
    call: 'POST /api/auth/register',
    who: 'nobody',
    given: (own) => ({ token: own.invitation, name: 'Rui', username: `rui${next()}`, password: PASSWORD }),
    taken: { username: 'Ana' },
  },
  {
    call: 'POST /api/auth/reset-password',
    who: 'nobody',
    given: (own) => ({ token: own.reset, password: PASSWORD }),
  },
  // One and the same answer, whoever there is.
  { call: 'POST /api/auth/forgot-password', who: 'nobody', given: () => ({ email: `ninguem${next()}@x.example` }) },
];
