import { PERMISSIONS } from '../../contract/facts/access.ts';
import type { PermissionName } from '../../contract/facts/access.ts';
import { onePermission } from '../../models/journeys/one-permission.model.ts';
import { selectRoutes } from '../../src/machines/auth/auth.selectors.ts';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import { allRoutes } from './journeys-walked.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Office } from './office.ts';
import type { OfficeWorld } from './office-world.ts';
import { joinWith } from './one-permission.ts';
import { DEMO_PASSWORD } from './server.ts';

interface Path {
  readonly ana: Office;
  readonly rita: Office;
  readonly roleId: string;
  readonly today: string;
}

type CompanyPermission = Exclude<PermissionName, 'tenants' | 'wabox-connections' | 'maintenance-mode'>;

/** What each screen shows at once, and its order where it has no order by id. */
const SHOWN: Readonly<Record<CompanyPermission, ListName | readonly [ListName, by: string]>> = {
  'dashboard-control-panel': 'report.now',
  'dashboard-analytics': 'report.numbers',
  'dashboard-produtivity-report': ['report.users', 'name'],
  'dashboard-report': 'report.dashboard',
  chat: 'home.waiting',
  'whatsapp-protocol': 'protocol',
  'quick-replies': 'quickReplies',
  campaigns: 'campaigns',
  'message-templates': 'messageTemplates',
  'target-audience': 'audiences',
  customers: ['customers', 'name'],
  'customer-fields': 'tags',
  'customer-groups': 'customerGroups',
  'customers-base': 'imports',
  'blocked-contacts': 'blockedContacts',
  'conversation-bot': 'flows',
  'passive-chat-flow': 'flows',
  'active-chat-flow': 'flow.active',
  users: 'users',
  'roles-list': 'roles',
  'roles-edit': 'permissions',
  departments: 'departments',
  rules: 'rules',
  instances: 'instances',
  'dynamic-settings': 'settings',
  access: 'audit',
};
const companyPermissions = PERMISSIONS.filter(({ backoffice }) => !backoffice).map(({ name }) => name);
const isOfCompanies = (name: string): name is CompanyPermission => Object.hasOwn(SHOWN, name);

/** Where a name's screens are; a part of the address is any. */
function pathOf(name: string): string {
  const path = allRoutes.find((route) => route.name === name)?.path ?? '';
  return path.replace(/:\w+$/u, '1');
}

async function seesAlone({ rita, roleId, today }: Path, name: PermissionName): Promise<void> {
  await rita.waits(`${name} alone`, ({ directory }) => selectRoutes(directory.auth.getSnapshot()).join() === name);
  rita.visit(pathOf(name));
  for (const other of companyPermissions) if (other !== name) seesNoWay(rita, other);
  if (!isOfCompanies(name)) throw new Error(`${name} is no company’s`);
  const shown = SHOWN[name];
  const [list, by = 'id'] = typeof shown === 'string' ? [shown] : shown;
  const filters = { start: today, finish: today, users: rita.userId(), of: 'company', protocol: '1', role: roleId };
  await rita.listed(list, list === 'users' ? {} : filters, () => true, { by, descending: false });
  const refused = name === 'access' ? 'rules' : 'audit';
  rita.look(refused);
  await rita.seesListRefused(refused, 'error.forbidden');
}

function seesNoWay(rita: Office, name: string): void {
  try {
    rita.visit(pathOf(name));
  } catch {
    return;
  }
  throw new Error(`Rita is let to ${name}`);
}

const deeds = Object.fromEntries(
  companyPermissions.map((name): [string, Act<Path>] => [
    `Ana permits nothing but ${name}`,
    async ({ ana, roleId }) => void (await ana.save('role.permissions', roleId, { permissions: [name] })),
  ]),
);

const scenes = {
  'the home page': async ({ rita }: Path): Promise<void> => {
    rita.visit('/');
    rita.visit('/pages/not-authorized');
    for (const name of companyPermissions) seesNoWay(rita, name);
  },
  ...Object.fromEntries(
    companyPermissions.map((name): [string, Act<Path>] => [`${name} alone`, (path) => seesAlone(path, name)]),
  ),
};

export const onePermissionSteps: Steps<Path, OfficeWorld> = {
  journey: onePermission,
  begin: async (world) => {
    const ana = await world.at('ana');
    const name = `rita-${world.next()}`;
    const email = await joinWith(world.server, [], { name });
    const rita = world.stranger('Rita', 'aurora');
    await rita.client.logIn(email, DEMO_PASSWORD, 'rest');
    const roles = await ana.listed('roles', {}, (rows) => rows.some(({ label }) => label === name));
    const roleId = roles.find(({ label }) => label === name)?.id ?? '';
    return { ana, rita, roleId, today: new Date(world.now()).toISOString().slice(0, 10) };
  },
  deeds,
  scenes,
};
