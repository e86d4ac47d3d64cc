import type { DynamicSetting } from '../../../machines/entities/support.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useText } from '../../kit/useText.ts';

type Named = Pick<DynamicSetting, 'id' | 'type' | 'unit'>;

/** How settings are called and what they hold, in words; one that has no texts yet bears its key. */
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
      // Where nothing is a number of its own it has words.
      if (value === 0 || value === '') return named(`setting.${id}.none`, String(value));
      if (typeof value === 'string') return named(`setting.${id}.${value}`, value);
      return unit === null ? String(value) : text(`settings.amount.${unit}`, { count: value });
    },
  };
}
