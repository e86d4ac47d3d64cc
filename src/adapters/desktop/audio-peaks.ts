/** Bars of a waveform. */
const BARS = 48;
/** Larger files aren't decoded: half an hour of a voice message. */
const BYTES_MAX = 4_000_000;
/** A low sample rate is enough for loudness, and takes a sixth of the memory. */
const RATE = 8_000;
const KEPT_MAX = 200;

/**
 * An audio's loudness in each of `BARS` parts, 0 to 1; null if the browser can't decode it, or it is too large.
 * Decodes one at a time, since that takes memory; cached for the session.
 */
export function createPeaks(): (key: string, url: string) => Promise<readonly number[] | null> {
  const known = new Map<string, Promise<readonly number[] | null>>();
  let last: Promise<unknown> = Promise.resolve();
  return async (key, url) => {
    // A file of this page: only elements may read it.
    if (url.startsWith('blob:')) return null;
    const found = known.get(key);
    if (found !== undefined) return found;
    const peaks = last.then(() => decode(url)).catch(() => null);
    last = peaks;
    known.set(key, peaks);
    const [oldest] = known.keys();
    if (known.size > KEPT_MAX && oldest !== undefined) known.delete(oldest);
    // Retried when it is next shown, with a new address.
    void peaks.then((value) => value === null && known.get(key) === peaks && known.delete(key));
    return peaks;
  };
}

async function decode(url: string): Promise<readonly number[] | null> {
  if (typeof OfflineAudioContext === 'undefined') return null;
  const response = await fetch(url);
  const bytes = response.ok ? await bytesUpTo(response, BYTES_MAX) : null;
  if (bytes === null) return null;
  // Decoding converts to the context's rate.
  const audio = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(bytes);
  return peaksIn(audio.getChannelData(0));
}

async function bytesUpTo(response: Response, max: number): Promise<ArrayBuffer | null> {
  if (Number(response.headers.get('content-length') ?? 0) <= max) return response.arrayBuffer();
  await response.body?.cancel();
  return null;
}

/** The loudness of each part, relative to the loudest one. */
function peaksIn(samples: Float32Array): readonly number[] {
  const size = samples.length / BARS;
  const parts = Array.from({ length: BARS }, (_, bar) => {
    let sum = 0;
    const from = Math.floor(bar * size);
    const to = Math.max(from + 1, Math.floor((bar + 1) * size));
    for (let at = from; at < to; at += 1) sum += (samples[at] ?? 0) ** 2;
    return Math.sqrt(sum / (to - from));
  });
  const loudest = Math.max(...parts, 0.01);
  return parts.map((part) => part / loudest);
}
