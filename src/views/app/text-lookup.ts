import { createIntl, createIntlCache } from 'react-intl';
import type { Locale } from '../../../contract/facts/locales.ts';
import { languageTag } from '../../i18n/locale.ts';
import type { Messages } from '../../i18n/merge-areas.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { NoticeText } from '../../machines/log/command.ts';

/** Texts for use outside React: desktop notices and console messages. */
export function textLookup(initial: Messages) {
  const cache = createIntlCache();
  const make = (locale: Locale, messages: Messages) => createIntl({ locale: languageTag(locale), messages }, cache);
  let intl = make('pt_BR', initial);
  const isText = (id: string): id is MessageId => Object.hasOwn(intl.messages, id);
  return {
    use: (locale: Locale, messages: Messages): void => {
      intl = make(locale, messages);
    },
    textOf: (text: NoticeText): string => {
      if (text.kind === 'words') return text.words;
      return intl.formatMessage({ id: isText(text.id) ? text.id : 'error.unknown' }, text.values);
    },
  };
}
