/** What a new company may begin with: roles, departments and their hours, quick replies, outcomes. */
export const TENANT_TEMPLATES = ['varejo', 'servicos', 'saude', 'suporte'] as const;
export type TenantTemplate = (typeof TENANT_TEMPLATES)[number];
