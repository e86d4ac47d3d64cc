import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import { useText } from '../kit/useText.ts';

/** Whether an id that came from elsewhere names a text that is there now, whichever area it is of. */
export function useIsText(): (id: string) => id is MessageId {
  const { messages } = useIntl();
  return (id): id is MessageId => Object.hasOwn(messages, id);
}

/** Says why something failed, in the screen's language. */
export function useFailureText(): (failure: Failure) => string {
  const text = useText();
  const isText = useIsText();
  return (failure) => {
    const values = { requestId: failure.requestId ?? '—', code: failure.code, ...failure.params };
    return isText(failure.key) ? text(failure.key, values) : text('error.unknown');
  };
}
