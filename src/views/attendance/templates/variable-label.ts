import type { MessageTemplate, TemplateVariable } from '../../../machines/entities/customers.ts';
import { useText } from '../../kit/useText.ts';

/** All the variables of a template, those of its cards last. */
export function variablesIn({ variables, cards }: MessageTemplate): readonly TemplateVariable[] {
  return [...variables, ...cards.flatMap((card) => card.variables)];
}

/** A variable of a card as people read it; undefined for one of no card. */
export function useCardLabel(): (variable: TemplateVariable) => string | undefined {
  const text = useText();
  return ({ key, part, name }) => {
    const at = /^card\.(\d+)\./.exec(key)?.[1];
    if (at === undefined) return undefined;
    const number = Number(at) + 1;
    return text(part === 'button' ? 'templates.variable.cardButton' : 'templates.variable.card', { number, name });
  };
}
