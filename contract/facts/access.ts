/*
 * Who may open which screen. Role permissions, the menu and the client's guard all derive from this table;
 * `access-calls.ts` says who may make which call.
 */

/** Groups of permissions, as the role editor shows them. */
export const PERMISSION_CATEGORIES = [
  'attendance',
  'customers',
  'automation',
  'dashboard',
  'administration',
  'backoffice',
] as const;
export type PermissionCategory = (typeof PERMISSION_CATEGORIES)[number];

/**
 * A screen. `check`: needs its name among the role's permissions; `open`: any logged-in user; `bare`: everybody,
 * outside the main layout. Only `check` has a `category`.
 */
export interface ScreenAccess {
  readonly path: string;
  readonly name: string;
  readonly access: 'check' | 'open' | 'bare';
  readonly category: PermissionCategory | null;
  /** Only the platform's own company may have it. */
  readonly backoffice: boolean;
  /** Whether the menu shows it. */
  readonly menu: boolean;
}

function checked<const Name extends string>(
  path: string,
  name: Name,
  category: PermissionCategory,
  { menu = true, backoffice = false }: { menu?: boolean; backoffice?: boolean } = {},
) {
  return { path, name, access: 'check', category, backoffice, menu } as const;
}

function open<const Name extends string>(path: string, name: Name, menu = true) {
  return { path, name, access: 'open', category: null, backoffice: false, menu } as const;
}

function bare<const Name extends string>(path: string, name: Name) {
  return { path, name, access: 'bare', category: null, backoffice: false, menu: false } as const;
}

/** Every screen, in the menu's order. */
export const SCREENS = [
  open('/', 'home'),
  checked('/dashboard/control-panel', 'dashboard-control-panel', 'dashboard'),
  checked('/dashboard/analytics', 'dashboard-analytics', 'dashboard'),
  checked('/dashboard/produtivity-report', 'dashboard-produtivity-report', 'dashboard'),
  checked('/dashboard/report', 'dashboard-report', 'dashboard'),
  checked('/chat', 'chat', 'attendance'),
  checked('/chat/:ticketId', 'chat', 'attendance', { menu: false }),
  open('/instances/list/choose-instance', 'choose-instance', false),
  open('/scheduled-messages', 'scheduled-messages'),
  checked('/whatsapp-protocol', 'whatsapp-protocol', 'attendance'),
  open('/quick-replies', 'my-quick-replies'),
  checked('/quick-replies/company', 'quick-replies', 'attendance'),
  checked('/campaigns', 'campaigns', 'customers'),
  checked('/message-templates', 'message-templates', 'customers'),
  checked('/target-audience', 'target-audience', 'customers'),
  checked('/customers', 'customers', 'customers'),
  checked('/customers/:id', 'customers', 'customers', { menu: false }),
  checked('/customer-fields', 'customer-fields', 'customers'),
  checked('/customer-groups', 'customer-groups', 'customers'),
  checked('/customers-base', 'customers-base', 'customers'),
  checked('/blocked-contacts', 'blocked-contacts', 'customers'),
  checked('/conversation-bot', 'conversation-bot', 'automation'),
  checked('/passive-chat-flow', 'passive-chat-flow', 'automation'),
  checked('/active-chat-flow', 'active-chat-flow', 'automation'),
  checked('/users', 'users', 'administration'),
  checked('/roles/list', 'roles-list', 'administration'),
  checked('/roles/edit/:id', 'roles-edit', 'administration', { menu: false }),
  checked('/departments', 'departments', 'administration'),
  checked('/rules', 'rules', 'administration'),
  checked('/instances', 'instances', 'administration'),
  checked('/dynamic-settings', 'dynamic-settings', 'administration'),
  checked('/access', 'access', 'administration'),
  checked('/tenants', 'tenants', 'backoffice', { backoffice: true }),
  checked('/wabox-connections', 'wabox-connections', 'backoffice', { backoffice: true }),
  checked('/maintenance-mode', 'maintenance-mode', 'backoffice', { backoffice: true }),
  open('/terms-of-use', 'terms-of-use'),
  open('/training-videos', 'training-videos'),
  open('/user-manual', 'user-manual'),
  open('/support', 'support'),
  open('/help', 'help'),
  open('/time-machine', 'time-machine'),
  open('/pages/profile', 'profile'),
  open('/user-settings', 'user-settings'),
  open('/two-factor', 'two-factor', false),
  bare('/login', 'login'),
  bare('/pages/register', 'register'),
  bare('/pages/forgot-password', 'forgot-password'),
  bare('/pages/reset-password', 'reset-password'),
  bare('/pages/lock-screen', 'lock-screen'),
  bare('/pages/maintenance', 'maintenance'),
  bare('/pages/comingsoon', 'comingsoon'),
  bare('/pages/error-404', 'error-404'),
  bare('/pages/error-500', 'error-500'),
  bare('/pages/not-authorized', 'not-authorized'),
] as const satisfies readonly ScreenAccess[];

/** Names of the screens that need a permission: `users`, `roles-edit`, … */
export type PermissionName = Extract<(typeof SCREENS)[number], { access: 'check' }>['name'];

/** Each permission once, in the menu's order. */
export const PERMISSIONS: readonly { name: PermissionName; category: PermissionCategory; backoffice: boolean }[] =
  SCREENS.filter((screen) => screen.access === 'check')
    .filter((screen, at, all) => all.findIndex(({ name }) => name === screen.name) === at)
    .map(({ name, category, backoffice }) => ({ name, category, backoffice }));
