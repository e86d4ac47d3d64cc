import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';

/** Placeholder values of a plain-text message. */
export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;

/**
 * Looks up a message as plain text, for labels and attributes; a stable function until the texts change. For nodes
 * inside a text use `<FormattedMessage>`.
 */
export function useText(): (id: MessageId, values?: TextValues) => string {
  const intl = useIntl();
  return useCallback((id, values) => intl.formatMessage({ id }, values), [intl]);
}
