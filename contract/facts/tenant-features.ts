/** Options that can be switched per company; one never set is on. */
export const TENANT_FEATURES = [
  'reports',
  'campaigns',
  'customer-groups',
  'conversation-bot',
  'passive-chat-flow',
  'active-chat-flow',
  'blocked-contacts',
] as const;
export type TenantFeature = (typeof TENANT_FEATURES)[number];

/** The options that hide and refuse something. Others would wait for their screens. */
export const OFFERED_FEATURES = [
  'reports',
  'campaigns',
  'customer-groups',
  'conversation-bot',
  'passive-chat-flow',
  'active-chat-flow',
  'blocked-contacts',
] as const satisfies readonly TenantFeature[];

export function isOfferedFeature(option: string): boolean {
  return OFFERED_FEATURES.some((each) => each === option);
}

/** The option that a route depends on: while it is off, no role of the company permits the route. */
export const FEATURE_OF_ROUTE: Readonly<Record<string, TenantFeature>> = {
  'dashboard-analytics': 'reports',
  'dashboard-control-panel': 'reports',
  'dashboard-produtivity-report': 'reports',
  'dashboard-report': 'reports',
  campaigns: 'campaigns',
  'customer-groups': 'customer-groups',
  'conversation-bot': 'conversation-bot',
  'passive-chat-flow': 'passive-chat-flow',
  'active-chat-flow': 'active-chat-flow',
  'blocked-contacts': 'blocked-contacts',
};

/**
 * The option of a call that needs a permission other than the option's own: while it is off, the call is refused with
 * `error.feature.off`.
 */
export const FEATURE_OF_CALL = {
  /** Only blocking: a blocked customer can still be unblocked. */
  blacklistCustomer: 'blocked-contacts',
} as const satisfies Readonly<Record<string, TenantFeature>>;
