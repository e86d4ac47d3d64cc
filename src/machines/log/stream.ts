/** Where an event stands in the tenant's stream, as its frame told. */
export interface StreamPosition {
  readonly epoch: string;
  readonly seq: number;
  readonly prev: number;
  readonly id: string;
}
