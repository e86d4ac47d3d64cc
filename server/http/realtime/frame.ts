import type { StoredEvent } from '../../db/stored-event.ts';
import type { Audience } from '../../db/audience.ts';

/** An event ready to be sent: serialized once, for all who get it. */
export type Frame = {
  readonly position: number;
  readonly audience: Audience;
  /** All of the frame but the value of `prev` and the closing brace. */
  readonly opening: Buffer;
};

/** `data` is already JSON: it is taken over as it stands in the stream. */
export function frameOf(event: Pick<StoredEvent, 'position' | 'name' | 'data' | 'audience'>, epoch: string): Frame {
  const { position, name, data, audience } = event;
  const id = `${epoch}:${position}`;
  const text = `{"event":${JSON.stringify(name)},"data":${data},"id":"${id}","epoch":"${epoch}","seq":${position},"prev":`;
  return { position, audience, opening: Buffer.from(text) };
}

/** The frame for one recipient, whose last frame stood at `prev`. */
export function framed(frame: Frame, prev: number): Buffer {
  return Buffer.concat([frame.opening, Buffer.from(`${prev}}`)]);
}
