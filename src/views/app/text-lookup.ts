import { createIntl, createIntlCache } from 'react-intl';
import { languageTag, type Locale } from '../../i18n/locale.ts';
import type { Messages } from '../../i18n/merge-areas.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { NoticeText } from '../../machines/log/command.ts';

/** Texts for what is shown outside of React: the browser's own notices and its log. */
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
