import type { Flow } from '../../contract/flows/flow.ts';
import { appointment } from './appointment.ts';
import { businessHours } from './business-hours.ts';
import { menu } from './menu.ts';
import { orderStatus } from './order-status.ts';
import { survey } from './survey.ts';

/** What a template needs to know of the company that uses it. */
export interface TemplateGiven {
  readonly departmentId: string;
  /** The shop's URL, like `https://loja.example/pedidos/{{pedido}}`. */
  readonly url: string;
}

/** Flows to start from. */
export const flowTemplates: Readonly<Record<string, (given: TemplateGiven) => Flow>> = {
  menu,
  businessHours,
  orderStatus,
  survey,
  appointment,
};
