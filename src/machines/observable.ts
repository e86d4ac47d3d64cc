/** A value that changes and says so; fits `useSelector` of @xstate/react. */
export interface Observable<Value> {
  /** The present value; the same reference until it changes. */
  getSnapshot(): Value;
  subscribe(listener: (value: Value) => void): { unsubscribe(): void };
}
