import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';

/** What a message's placeholders take when the result is plain text. */
export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;

/** Looks a message up as plain text, for labels and attributes; for nodes inside a text use `<FormattedMessage>`. */
export function useText(): (id: MessageId, values?: TextValues) => string {
  const intl = useIntl();
  return (id, values) => intl.formatMessage({ id }, values);
}
