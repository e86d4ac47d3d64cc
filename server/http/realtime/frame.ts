import type { StoredEvent } from '../../db/stored-event.ts';
import type { Audience } from '../../db/audience.ts';

/** An event ready to send: serialised once for all recipients. */
export type Frame = {
  readonly position: number;
  readonly audience: Audience;
  /** The whole frame up to the value of `prev`. */
  readonly opening: Buffer;
};

/** `data` is already JSON and used as stored. */
export function frameOf(event: Pick<StoredEvent, 'position' | 'name' | 'data' | 'audience'>, epoch: string): Frame {
  const { position, name, data, audience } = event;
  const id = `${epoch}:${position}`;
  const text = `{"event":${JSON.stringify(name)},"data":${data},"id":"${id}","epoch":"${epoch}","seq":${position},"prev":`;
  return { position, audience, opening: Buffer.from(text) };
}

/** The frame for a recipient whose last position was `prev`. */
export function framed(frame: Frame, prev: number): Buffer {
  return Buffer.concat([frame.opening, Buffer.from(`${prev}}`)]);
}
