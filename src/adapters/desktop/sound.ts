import type { AppEvent } from '../../machines/log/event.ts';
import type { Environment } from '../environment.ts';

/** A browser that lets no sound out leaves the wish to resume unanswered; it is given so long (milliseconds). */
const RESUME_TIMEOUT_MS = 500;
/** Two short falling notes: frequency in hertz, start and length in seconds. */
const NOTES = [
  { frequency: 880, start: 0, length: 0.12 },
  { frequency: 660, start: 0.12, length: 0.18 },
] as const;
const VOLUME = 0.15;

/** The sound of a chat notification, made without a file. */
export interface Sound {
  /** -> sound.refused, when the browser lets none out */
  readonly play: () => Promise<void>;
  readonly stop: () => void;
}

/** Seconds until the last of them is over. */
const LENGTH = Math.max(...NOTES.map(({ start, length }) => start + length));

function playNotes(audio: AudioContext): void {
  for (const { frequency, start, length } of NOTES) {
    const from = audio.currentTime + start;
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = frequency;
    // Rises and falls smoothly: a sudden end clicks.
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
  /** By the audio's own clock: until then it sounds. */
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
        // Many at once are one sound.
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

/** Asked anew: the state changes while one waits. */
function isRunning(context: AudioContext): boolean {
  return context.state === 'running';
}
