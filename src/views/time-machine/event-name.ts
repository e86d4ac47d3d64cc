import { useCallback } from 'react';
import type { EventType } from '../../machines/log/event.ts';
import { useText } from '../kit/useText.ts';

/** An event in words; one without doesn't compile. */
export function useEventName(): (type: EventType) => string {
  const text = useText();
  return useCallback((type) => text(`timeMachine.event.${type}`), [text]);
}
