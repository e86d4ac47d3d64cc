import type { AppEvent } from '../../machines/log/event.ts';
import type { Environment } from '../environment.ts';

/** Where sound is blocked, `resume` never settles; this is its timeout (milliseconds). */
const RESUME_TIMEOUT_MS = 500;
/** Two short falling notes: frequency in hertz, start and length in seconds. */
const NOTES = [
  { frequency: 880, start: 0, length: 0.12 },
  { frequency: 660, start: 0.12, length: 0.18 },
] as const;
const VOLUME = 0.15;

/** The notification sound, synthesized. */
export interface Sound {
  /** -> sound.refused, if the browser blocks it */
  readonly play: () => Promise<void>;
  readonly stop: () => void;
}

/** Total length in seconds. */
const LENGTH = Math.max(...NOTES.map(({ start, length }) => start + length));

function playNotes(audio: AudioContext): void {
  for (const { frequency, start, length } of NOTES) {
    const from = audio.currentTime + start;
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = frequency;
    // Fades in and out: a hard stop clicks.
    volume.gain.setValueAtTime(0.0001, from);
    volume.gain.exponentialRampToValueAtTime(VOLUME, from + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
    note.connect(volume).connect(audio.destination);
    note.start(from);
    note.stop(from + length);
  }
}

export function createSound(
  append: (event: AppEvent) => void,
  environment: Pick<Environment, 'AudioContext' | 'after'>,
): Sound {
  let audio: AudioContext | null = null;
  /** End of the current sound, on the audio clock. */
  let soundsUntil = 0;

  async function resumed(context: AudioContext): Promise<boolean> {
    if (context.state === 'running') return true;
    await new Promise<void>((resolve, reject) => {
      const endWait = environment.after(RESUME_TIMEOUT_MS, resolve);
      context.resume().then(() => {
        endWait();
        resolve();
      }, reject);
    });
    return isRunning(context);
  }

  return {
    play: async () => {
      try {
        if (environment.AudioContext === null) throw new Error('no audio');
        audio ??= new environment.AudioContext();
        if (!(await resumed(audio))) throw new Error(audio.state);
        // A burst plays one sound.
        if (audio.currentTime < soundsUntil) return;
        soundsUntil = audio.currentTime + LENGTH;
        playNotes(audio);
      } catch (error) {
        append({ type: 'sound.refused', reason: error instanceof Error ? error.message : String(error) });
      }
    },
    stop: () => {
      void audio?.close().catch(() => undefined);
      audio = null;
      soundsUntil = 0;
    },
  };
}

/** A function, as the state changes across the await, which TypeScript's narrowing misses. */
function isRunning(context: AudioContext): boolean {
  return context.state === 'running';
}
