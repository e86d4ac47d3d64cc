/** A value that changes and says so. */
export interface Observable<Value> {
  /** The present value; the same reference until it changes. */
  getSnapshot(): Value;
  /** The listener is told that it changed, and reads it when it wants to: many changes may come before. */
  subscribe(listener: () => void): { unsubscribe(): void };
}
