/** Presets for a new company: roles, departments and their hours, quick replies, outcomes. */
export const TENANT_TEMPLATES = ['varejo', 'servicos', 'saude', 'suporte'] as const;
export type TenantTemplate = (typeof TENANT_TEMPLATES)[number];
