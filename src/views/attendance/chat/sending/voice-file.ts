import { BlobSource, BufferTarget, Conversion, Input, OggOutputFormat, Output, WEBM } from 'mediabunny';

/** A recording as WhatsApp takes it: Opus in Ogg, or AAC in MP4, which Safari records. Only the container changes. */
export async function voiceFile(recorded: Blob): Promise<{ readonly blob: Blob; readonly name: string }> {
  if (recorded.type.startsWith('audio/mp4')) return { blob: recorded, name: 'audio.m4a' };
  if (recorded.type.startsWith('audio/ogg')) return { blob: recorded, name: 'audio.ogg' };
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const input = new Input({ source: new BlobSource(recorded), formats: [WEBM] });
  const conversion = await Conversion.init({ input, output });
  await conversion.execute();
  if (target.buffer === null) throw new Error('Nothing was converted');
  return { blob: new Blob([target.buffer], { type: 'audio/ogg' }), name: 'audio.ogg' };
}
