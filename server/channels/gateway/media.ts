import { MediaLost } from '../channel.ts';

/** WhatsApp's own limit for documents. */
export const FILE_MAX_BYTES = 100 * 1024 * 1024;

const MARK = '"base64":"';

/** Streams the base64 file out of a gateway's answer. The marker can't occur in a string, where quotes are escaped. */
export async function* base64Of(body: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let text = '';
  let isBegun = false;
  try {
    for await (const chunk of body) {
      text += chunk.toString('latin1');
      if (!isBegun) {
        const at = text.indexOf(MARK);
        if (at < 0) {
          text = text.slice(-MARK.length);
          continue;
        }
        isBegun = true;
        text = text.slice(at + MARK.length);
      }
      const end = text.indexOf('"');
      if (end >= 0) {
        if (end > 0) yield Buffer.from(text.slice(0, end), 'base64');
        return;
      }
      // Base64: four characters are three bytes.
      const whole = text.length - (text.length % 4);
      if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64');
      text = text.slice(whole);
    }
  } catch (error) {
    throw new MediaLost('The connection broke', { cause: error });
  }
  throw new MediaLost('The file has no end');
}
