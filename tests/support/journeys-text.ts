import { createIntl } from 'react-intl';
import type { MessageId } from '../../src/i18n/message-id.ts';
import { allMessages } from './all-messages.ts';

const intl = createIntl({ locale: 'pt-BR', messages: await allMessages('pt_BR') });

/** A text as it stands on the screen, in the source language. */
export function words(id: MessageId, values: Readonly<Record<string, string | number>> = {}): string {
  return intl.formatMessage({ id }, values);
}
