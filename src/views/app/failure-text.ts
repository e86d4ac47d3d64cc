import { isMessageId } from '../../i18n/messages.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import { useText } from '../kit/useText.ts';

/** Says why something failed, in the screen's language. */
export function useFailureText(): (failure: Failure) => string {
  const text = useText();
  return (failure) => {
    const values = { requestId: failure.requestId ?? '—', code: failure.code, ...failure.params };
    return isMessageId(failure.key) ? text(failure.key, values) : text('error.unknown');
  };
}
