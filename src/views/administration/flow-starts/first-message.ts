import { filledTemplate } from '../../../../contract/facts/templates.ts';
import type { MessageTemplate } from '../../../machines/entities/customers.ts';
import type { Flow, FlowNodeOf } from '../../../machines/entities/flows.ts';

/** A day for an answer. */
const WAIT_MINUTES = 1_440;

/** A template that flows can send: one without cards. */
export function isSendable({ cards }: MessageTemplate): boolean {
  return cards.length === 0;
}

/** What the template says with its values, whose placeholders stay as they are. */
export function previewOf(template: MessageTemplate, values: Readonly<Record<string, string>>): string {
  return filledTemplate(template, values);
}

/** The first of a template's variables is the customer's name more often than not. */
export function firstValues({ variables }: MessageTemplate): Readonly<Record<string, string>> {
  return Object.fromEntries(variables.map(({ key }, at) => [key, at === 0 ? '{{first_name}}' : '']));
}

/** A flow that writes, waits a day, and gives who answers to a person; a text goes by SMS. */
export function outreach(
  content: Extract<FlowNodeOf<'say'>['content'], { of: 'template' | 'text' }>,
  labels: {
    readonly first: string;
    readonly wait: string;
  },
): Flow {
  const step = { label: null, exits: {} };
  return {
    schema: 1,
    kind: 'active',
    ...(content.of === 'text' && { channel: 'sms' }),
    start: 'convite',
    variables: {},
    nodes: {
      convite: {
        ...step,
        kind: 'say',
        label: labels.first,
        content,
        exits: { next: 'espera', failed: 'fim' },
      },
      espera: {
        ...step,
        kind: 'pause',
        label: labels.wait,
        lasts: { minutes: WAIT_MINUTES },
        exits: { next: 'fim', message: 'atendente' },
      },
      atendente: { ...step, kind: 'handoff', to: { of: 'queue' }, text: null },
      fim: { ...step, kind: 'end', text: null, finishes: true },
    },
  };
}
