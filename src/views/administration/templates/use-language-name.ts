import { TEMPLATE_LANGUAGES } from '../../../../contract/facts/template-form.ts';
import { useText } from '../../kit/useText.ts';

/** A language's name; its code if it isn't among the choices. */
export function useLanguageName(): (code: string) => string {
  const text = useText();
  return (code) => {
    const known = TEMPLATE_LANGUAGES.find((each) => each === code);
    return known === undefined ? code : text(`template.language.${known}`);
  };
}
