import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRecorder } from '../../src/views/attendance/chat/sending/use-recorder.ts';

/** A microphone's track. */
class Track {
  isOn = true;
  stop() {
    this.isOn = false;
  }
}

const made: Recorder[] = [];

class Recorder {
  static isTypeSupported = (type: string) => !type.includes('ogg');
  state: RecordingState = 'inactive';
  mimeType: string;
  ondataavailable: (event: { readonly data: Blob }) => void = () => undefined;
  onstop: () => void = () => undefined;
  onerror: () => void = () => undefined;

  constructor(_: unknown, options: { readonly mimeType?: string }) {
    this.mimeType = options.mimeType ?? '';
    made.push(this);
  }

  start() {
    this.state = 'recording';
  }
  pause() {
    this.state = 'paused';
  }
  resume() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.onstop();
  }

  /** So many bytes came. */
  hears(size: number) {
    act(() => this.ondataavailable({ data: Object.defineProperty(new Blob(['a']), 'size', { value: size }) }));
  }
}

let track = new Track();
let answer: { readonly allow: () => void; readonly refuse: (reason: Error) => void };

beforeEach(() => {
  track = new Track();
  made.length = 0;
  const stream = { getTracks: () => [track] };
  const asked = new Promise((resolve, reject) => {
    answer = { allow: () => resolve(stream), refuse: reject };
  });
  vi.stubGlobal('MediaRecorder', Recorder);
  vi.stubGlobal('AudioContext', undefined);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: () => asked } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const told = vi.fn<(recorded: Blob) => void>();

function open() {
  told.mockClear();
  return renderHook(() => useRecorder(told));
}

async function recording() {
  const view = open();
  await act(async () => answer.allow());
  const [recorder] = made;
  if (recorder === undefined) throw new Error('Nothing records');
  return { ...view, recorder };
}

it('allowed -> records; paused, no second passes; stopped -> told what was recorded, and the microphone is off', async () => {
  const { result, recorder } = await recording();
  expect(result.current.state).toBe('recording');
  recorder.hears(100);
  recorder.hears(100);
  expect(result.current.seconds).toBe(1);
  act(() => result.current.pause());
  expect([result.current.state, recorder.state]).toEqual(['paused', 'paused']);
  recorder.hears(10);
  expect(result.current.seconds).toBe(1);
  act(() => result.current.resume());
  expect([result.current.state, recorder.state]).toEqual(['recording', 'recording']);
  expect(track.isOn).toBe(true);
  act(() => result.current.stop());
  expect(result.current.state).toBe('done');
  expect(track.isOn).toBe(false);
  expect(told).toHaveBeenCalledTimes(1);
  // The best of what the browser records.
  expect(result.current.recorded?.type).toBe('audio/webm;codecs=opus');
  expect(result.current.isFull).toBe(false);
});

it('an audio’s largest size is near -> it stops by itself, and says why', async () => {
  const { result, recorder } = await recording();
  recorder.hears(15 * 1024 * 1024);
  expect(result.current.state).toBe('recording');
  recorder.hears(1024 * 1024);
  expect(result.current).toMatchObject({ state: 'done', isFull: true });
  expect(told).toHaveBeenCalledTimes(1);
});

it('closed while it records, or is paused -> the microphone is off, and nothing is told', async () => {
  const { unmount } = await recording();
  unmount();
  expect(track.isOn).toBe(false);
  expect(told).not.toHaveBeenCalled();
});

it('closed while it is paused -> the microphone is off', async () => {
  const { result, unmount } = await recording();
  act(() => result.current.pause());
  unmount();
  expect(track.isOn).toBe(false);
  expect(told).not.toHaveBeenCalled();
});

it('closed before it is allowed -> once it is, the microphone is off at once', async () => {
  const { unmount } = open();
  unmount();
  answer.allow();
  await waitFor(() => expect(track.isOn).toBe(false));
  expect(made).toEqual([]);
});

it.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'failed'],
])('%s -> %s', async (name, state) => {
  const { result } = open();
  await act(async () => answer.refuse(new DOMException('no', name)));
  expect(result.current.state).toBe(state);
});

it('no browser to record with -> said at once', () => {
  vi.stubGlobal('MediaRecorder', undefined);
  expect(open().result.current.state).toBe('failed');
});
