import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import { useText } from '../kit/useText.ts';

/** Whether an id from the server or a machine names a loaded text of any area. */
export function useIsText(): (id: string) => id is MessageId {
  const { messages } = useIntl();
  return (id): id is MessageId => Object.hasOwn(messages, id);
}

/** Translates a failure. */
export function useFailureText(): (failure: Failure) => string {
  const text = useText();
  const isText = useIsText();
  return (failure) => {
    const values = { requestId: failure.requestId ?? '—', code: failure.code, ...failure.params };
    return isText(failure.key) ? text(failure.key, values) : text('error.unknown');
  };
}
