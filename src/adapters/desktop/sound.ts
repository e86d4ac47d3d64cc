import type { CommandOf } from '../../machines/log/command.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { SoundKind } from '../../machines/log/events-session.ts';
import type { Environment } from '../environment.ts';

/** Where sound is blocked, `resume` never settles; this is its timeout (milliseconds). */
const RESUME_TIMEOUT_MS = 500;
interface Note {
  /** Hertz. */
  readonly frequency: number;
  /** Seconds. */
  readonly start: number;
  readonly length: number;
}

/** Short and easy to distinguish: falling for a message, rising for the queue, three notes for a transfer. */
const NOTES: Readonly<Record<SoundKind, readonly Note[]>> = {
  mine: [
    { frequency: 880, start: 0, length: 0.12 },
    { frequency: 660, start: 0.12, length: 0.18 },
  ],
  queue: [
    { frequency: 523, start: 0, length: 0.12 },
    { frequency: 784, start: 0.12, length: 0.18 },
  ],
  transfer: [
    { frequency: 659, start: 0, length: 0.1 },
    { frequency: 784, start: 0.1, length: 0.1 },
    { frequency: 988, start: 0.2, length: 0.16 },
  ],
  others: [{ frequency: 587, start: 0, length: 0.22 }],
};
/** Loudest gain. */
const GAIN_MAX = 0.3;
const SILENCE = 0.0001;

/** The notification sound, synthesized. */
export interface Sound {
  /** -> sound.refused, if the browser blocks it */
  readonly play: (command: CommandOf<'sound.play'>) => Promise<void>;
  readonly stop: () => void;
}

/** Seconds. */
function lengthOf(sound: SoundKind): number {
  return Math.max(...NOTES[sound].map(({ start, length }) => start + length));
}

function playNotes(audio: AudioContext, sound: SoundKind, loudness: number): void {
  const gain = Math.max(SILENCE, GAIN_MAX * loudness);
  for (const { frequency, start, length } of NOTES[sound]) {
    const from = audio.currentTime + start;
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = frequency;
    // Fades in and out: a hard stop clicks.
    volume.gain.setValueAtTime(SILENCE, from);
    volume.gain.exponentialRampToValueAtTime(gain, from + 0.015);
    volume.gain.exponentialRampToValueAtTime(SILENCE, from + length);
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
    play: async ({ sound, volume }) => {
      try {
        if (environment.AudioContext === null) throw new Error('no audio');
        audio ??= new environment.AudioContext();
        if (!(await resumed(audio))) throw new Error(audio.state);
        // A burst plays one sound.
        if (audio.currentTime < soundsUntil) return;
        soundsUntil = audio.currentTime + lengthOf(sound);
        playNotes(audio, sound, volume);
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
