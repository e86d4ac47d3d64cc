import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { OUTGOING_FILE_MAX } from '../../../../../contract/facts/outgoing-file.ts';

type RecorderState = 'asking' | 'recording' | 'paused' | 'done' | 'refused' | 'missing' | 'failed';

interface Recorder {
  readonly state: RecorderState;
  readonly seconds: number;
  /** 0 to 1. */
  readonly level: number;
  /** Whether it was stopped at the largest size of an audio. */
  readonly isFull: boolean;
  readonly recorded: Blob | undefined;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
}

/** What browsers record, best first. */
const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'] as const;
const CHUNK_MS = 500;
/** The container takes a little as well. */
const MAX_BYTES = OUTGOING_FILE_MAX.audio * 0.97;

/** Records from the microphone from when the view is shown until it is gone. `onRecorded`: it was stopped. */
export function useRecorder(onRecorded: (recorded: Blob) => void): Recorder {
  const [state, setState] = useState<RecorderState>(canRecord() ? 'asking' : 'failed');
  const [seconds, setSeconds] = useState(0);
  const [level, setLevel] = useState(0);
  const [isFull, setFull] = useState(false);
  const [recorded, setRecorded] = useState<Blob>();
  const recorder = useRef<MediaRecorder>(undefined);

  const tell = useEffectEvent(onRecorded);
  const record = useEffectEvent((stream: MediaStream, signal: AbortSignal) => {
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const made = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
    const chunks: Blob[] = [];
    let bytes = 0;
    recorder.current = made;
    made.ondataavailable = ({ data }) => {
      chunks.push(data);
      bytes += data.size;
      if (made.state === 'recording') setSeconds((before) => before + CHUNK_MS / 1_000);
      if (bytes < MAX_BYTES || made.state === 'inactive') return;
      setFull(true);
      made.stop();
    };
    made.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      if (signal.aborted) return;
      const blob = new Blob(chunks, { type: made.mimeType });
      setRecorded(blob);
      setState('done');
      tell(blob);
    };
    made.onerror = () => setState('failed');
    made.start(CHUNK_MS);
    setState('recording');
    measure(stream, setLevel, signal);
  });

  const tryToRecord = useEffectEvent((stream: MediaStream, signal: AbortSignal) => {
    try {
      record(stream, signal);
    } catch {
      for (const track of stream.getTracks()) track.stop();
      setState('failed');
    }
  });

  useEffect(() => {
    const ended = new AbortController();
    if (!canRecord()) return undefined;
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      (stream) => {
        if (ended.signal.aborted) for (const track of stream.getTracks()) track.stop();
        else tryToRecord(stream, ended.signal);
      },
      (error: unknown) => {
        if (!ended.signal.aborted) setState(reasonOf(error));
      },
    );
    return () => {
      ended.abort();
      if (recorder.current?.state === 'recording' || recorder.current?.state === 'paused') recorder.current.stop();
    };
  }, []);

  return {
    state,
    seconds,
    level: state === 'recording' ? level : 0,
    isFull,
    recorded,
    pause: () => {
      recorder.current?.pause();
      setState('paused');
    },
    resume: () => {
      recorder.current?.resume();
      setState('recording');
    },
    stop: () => recorder.current?.stop(),
  };
}

/** Both are missing on plain http. */
function canRecord(): boolean {
  return 'mediaDevices' in navigator && typeof MediaRecorder !== 'undefined';
}

function reasonOf(error: unknown): RecorderState {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' ? 'missing' : 'failed';
}

/** Tells the loudness ten times a second; never where the browser can't measure it. */
function measure(stream: MediaStream, tell: (level: number) => void, signal: AbortSignal): void {
  const made = analyserOf(stream);
  if (made === undefined) return;
  const { context, analyser } = made;
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    tell(Math.min(1, Math.sqrt(power) * 4));
  }, 100);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    void context.close();
  });
}

function analyserOf(stream: MediaStream) {
  let context: AudioContext | undefined;
  try {
    context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    return { context, analyser };
  } catch {
    void context?.close();
    return undefined;
  }
}
