import type { MessageTemplate } from '../../../machines/entities/customers.ts';

/** A template's name as people read it: `retomar_atendimento` is “Retomar atendimento”. */
export function titleOf({ name }: Pick<MessageTemplate, 'name'>): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
