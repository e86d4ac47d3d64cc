/*
 * A voice message that plays on when its conversation is left. Its element moves here, so that nothing is heard twice
 * and nothing is left out.
 */

export interface KeptVoice {
  readonly messageId: string;
  readonly ticketId: string;
  /** Whose it is. */
  readonly author: string;
  readonly element: HTMLAudioElement;
}

let kept: KeptVoice | null = null;
const listeners = new Set<() => void>();

export function keptVoice(): KeptVoice | null {
  return kept;
}

export function onKeptVoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps a voice that plays; in the layout phase, since the browser pauses an element that is out of the document. */
export function keepVoice(voice: KeptVoice): void {
  document.body.append(voice.element);
  voice.element.hidden = true;
  set(voice);
}

/** Goes to another place of it; returns where it is then. */
export function seekKeptVoice(seconds: number): number {
  if (kept === null) return 0;
  kept.element.currentTime = seconds;
  return kept.element.currentTime;
}

/** Where a voice that was kept had got to, in seconds, and whether it was heard. */
interface EndedVoice {
  readonly at: number;
  readonly wasPlaying: boolean;
}

/** Ends it, or only if it is this message's; null if it wasn't kept. */
export function endKeptVoice(messageId?: string): EndedVoice | null {
  if (kept === null || (messageId !== undefined && kept.messageId !== messageId)) return null;
  const { element } = kept;
  const ended = { at: element.currentTime, wasPlaying: !element.paused };
  element.pause();
  element.remove();
  set(null);
  return ended;
}

function set(next: KeptVoice | null): void {
  if (kept !== null && next !== null && kept.element !== next.element) {
    kept.element.pause();
    kept.element.remove();
  }
  kept = next;
  for (const listener of listeners) listener();
}
