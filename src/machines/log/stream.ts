/** An event's position in the tenant's stream. `prev` is the position of the frame sent before it: a gap if it's missing. */
export interface StreamPosition {
  readonly epoch: string;
  readonly seq: number;
  readonly prev: number;
  readonly id: string;
}
