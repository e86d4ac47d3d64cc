import type { DynamicSetting } from '../../../machines/entities/support.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';

type Named = Pick<DynamicSetting, 'id' | 'type' | 'unit'>;

/** Names and values of settings as text; without texts, the key. */
export function useSettingTexts() {
  const text = useText();
  const isText = useIsText();
  const named = (id: string, otherwise: string) => (isText(id) ? text(id) : otherwise);
  return {
    nameOf: ({ id }: Named) => named(`setting.${id}`, id),
    aboutOf: ({ id }: Named) => named(`setting.${id}.text`, ''),
    optionOf: ({ id }: Named, option: string) => named(`setting.${id}.${option}`, option),
    valueOf: ({ id, unit }: Named, value: DynamicSetting['value']): string => {
      if (typeof value === 'boolean') return text(value ? 'settings.yes' : 'settings.no');
      // Zero and empty have a text where they mean "none".
      if (value === 0 || value === '') return named(`setting.${id}.none`, String(value));
      if (typeof value === 'string') return named(`setting.${id}.${value}`, value);
      return unit === null ? String(value) : text(`settings.amount.${unit}`, { count: value });
    },
  };
}
