import type { Flow } from '../../contract/flows/flow.ts';
import { appointment } from './appointment.ts';
import { businessHours } from './business-hours.ts';
import { menu } from './menu.ts';
import { orderStatus } from './order-status.ts';
import { survey } from './survey.ts';

/** What a template needs of the company that begins with it. */
export interface TemplateGiven {
  readonly departmentId: string;
  /** The shop's address, as `https://loja.example/pedidos/{{pedido}}`. */
  readonly url: string;
}

/** Flows to begin with. */
export const flowTemplates: Readonly<Record<string, (given: TemplateGiven) => Flow>> = {
  menu,
  businessHours,
  orderStatus,
  survey,
  appointment,
};
