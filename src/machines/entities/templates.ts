/** Message templates as the contract has them: their state at the provider, and the form they are written with. */
export type { ManagedTemplate, TemplateForm } from '../../../contract/entities/managed-template.ts';
