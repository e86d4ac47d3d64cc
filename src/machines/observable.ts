/** A value that notifies of its changes. */
export interface Observable<Value> {
  /** The current value; the same reference until it changes. */
  getSnapshot(): Value;
  /** Notifies the listener of changes; several may be combined into one call. */
  subscribe(listener: () => void): { unsubscribe(): void };
}
