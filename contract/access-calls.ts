import type { PermissionName } from './access.ts';

/**
 * Who may make a call. `anyone`: without a login; `link`: whoever has the secret in its address or
 * body; `user`: whoever is logged in; `admin`: the company's administrators; `backoffice`: those of
 * the platform's own company; otherwise whoever's role has one of the permissions.
 */
export type CallAccess = 'anyone' | 'link' | 'user' | 'admin' | 'backoffice' | readonly PermissionName[];

/** The REST calls, by method and path. */
export const REST_ACCESS = {
  'GET /config.json': 'anyone',
  'GET /api/ip': 'anyone',
  'POST /api/auth/login': 'anyone',
  'POST /api/auth/logout': 'link',
  'POST /api/users/email': 'user',
  'GET /api/users': ['users'],
  'POST /api/users': ['users'],
  'PUT /api/users/:id': ['users'],
  'PATCH /api/users/:id': ['users'],
  'DELETE /api/users/:id': ['users'],
  'GET /api/users/is-funcional-user': 'user',
  'GET /api/permission': 'user',
  'GET /api/permission/email': 'user',
  'GET /api/permission/categories': ['roles-list', 'roles-edit'],
  'POST /api/permission/update': ['roles-edit'],
  'GET /api/audit/sheet': ['access'],
  'POST /api/dashboard-report': ['dashboard-report'],
  'GET /api/tenant/:filter': ['tenants'],
  'POST /api/tenant/paginated': ['tenants'],
  'POST /api/tenant': ['tenants'],
  'POST /api/tenant/update': ['tenants'],
  'POST /api/tenant/delete': ['tenants'],
  'POST /api/tenant/restore': ['tenants'],
  'POST /api/tenant/enter': ['tenants'],
  'GET /api/tenant/feature': 'user',
  'POST /api/tenant/feature': ['tenants'],
  'GET /api/instance': ['instances'],
  'POST /api/instance': ['instances'],
  'POST /api/instance/update': ['instances'],
  'POST /api/instance/syncMessages': ['instances'],
  'POST /api/instance/test': ['instances'],
  'POST /api/connection/paginated': ['wabox-connections'],
} as const satisfies Readonly<Record<string, CallAccess>>;

/** Whoever may open a screen that shows numbers. */
const REPORTS = [
  'dashboard-analytics',
  'dashboard-control-panel',
  'dashboard-produtivity-report',
  'dashboard-report',
] as const;

/** The fields of the tenant's GraphQL. */
export const GRAPHQL_ACCESS = {
  chatTickets: ['chat'],
  customerChats: ['chat'],
  customerInfos: ['chat'],
  users: 'user',
  userInfos: 'user',
  userInstances: 'user',
  instances: 'user',
  onlineUsers: ['chat'],
  ticketTransfer: ['chat'],
  sentMessage: ['chat'],
  logIn: 'anyone',
  refreshToken: 'link',
  connected: 'user',
  disconnected: 'user',
  createSocketTicket: 'user',
  createTicketTransfer: ['chat'],
  confirmTicketTransfer: ['chat'],
  deleteTicketTransfer: ['chat'],
  sendMessage: ['chat'],
  resetCustomerUnseenMsgs: ['chat'],
  finishChatTicket: ['chat'],
  pinCustomer: ['chat'],
  blacklistCustomer: ['chat'],
  paginatedUsers: ['users'],
  newUser: ['users'],
  updateUser: ['users'],
  updateUserPassword: 'user',
  deleteUser: ['users'],
  blockUser: ['users'],
  disconnectUser: ['users', 'access'],
  deleteUserInstance: ['users'],
  roles: ['users', 'roles-list', 'roles-edit'],
  newRole: ['roles-edit'],
  duplicateRole: ['roles-edit'],
  updateRole: ['roles-edit'],
  deleteRole: ['roles-edit'],
  paginatedAudit: ['access'],
  reportNumbers: REPORTS,
  reportGroups: REPORTS,
  reportTickets: REPORTS,
  reportLive: ['dashboard-analytics', 'dashboard-control-panel'],
  connectedUsers: ['access'],
  mySessions: 'user',
  loginHistory: 'user',
  revokeSession: 'user',
} as const satisfies Readonly<Record<string, CallAccess>>;
