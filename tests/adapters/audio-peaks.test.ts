import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPeaks } from '../../src/adapters/desktop/audio-peaks.ts';

/** How loud each second of the next file is, and whether it can be decoded. */
let samples: Float32Array = new Float32Array();
let decoding: (() => void) | null = null;
const asked: string[] = [];
let length: string | null = null;

beforeEach(() => {
  asked.length = 0;
  length = null;
  decoding = null;
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData() {
        decoding?.();
        return { getChannelData: () => samples };
      }
    },
  );
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('bytes', length === null ? {} : { headers: { 'content-length': length } });
  });
});

afterEach(() => vi.unstubAllGlobals());

test('an audio of a silent half and a loud one -> bars of 0, then of 1; asked for once', async () => {
  samples = Float32Array.from({ length: 96 }, (_, at) => (at < 48 ? 0 : 0.5));
  const peaks = createPeaks();
  const bars = await peaks('900', '/m/900');
  expect(bars).toHaveLength(48);
  expect(new Set(bars?.slice(0, 24))).toEqual(new Set([0]));
  expect(new Set(bars?.slice(24))).toEqual(new Set([1]));
  expect(await peaks('900', '/m/900?again')).toBe(bars);
  expect(asked).toEqual(['/m/900']);
});

test('nothing but noise below hearing is not drawn as loud', async () => {
  samples = new Float32Array(96).fill(0.001);
  const bars = await createPeaks()('900', '/m/900');
  expect(Math.max(...(bars ?? [1]))).toBeLessThan(0.2);
});

test('of this page, too large, or not to be decoded -> none; what failed is tried again', async () => {
  const peaks = createPeaks();
  expect(await peaks('1', 'blob:1')).toBeNull();
  expect(asked).toEqual([]);
  length = '4000001';
  expect(await peaks('2', '/m/2')).toBeNull();
  length = '4000000';
  samples = new Float32Array(96).fill(1);
  expect(await peaks('2', '/m/2')).toHaveLength(48);
  decoding = () => {
    throw new Error('EncodingError');
  };
  expect(await peaks('3', '/m/3')).toBeNull();
  decoding = null;
  expect(await peaks('3', '/m/3')).toHaveLength(48);
});
