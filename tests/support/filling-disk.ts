import { IDBFactory } from 'fake-indexeddb';

/** A disk that opens, and aborts what is written while it is full. */
export function fillingDisk(isFull: () => boolean): IDBFactory {
  const factory = new IDBFactory();
  const open = factory.open.bind(factory);
  factory.open = (...name) => {
    const request = open(...name);
    request.addEventListener('success', () => {
      const { result } = request;
      const transaction = result.transaction.bind(result);
      result.transaction = (...stores) => {
        const begun = transaction(...stores);
        if (begun.mode === 'readwrite' && isFull()) {
          Object.defineProperty(begun, 'error', { value: new DOMException('full', 'QuotaExceededError') });
          begun.abort();
          const calls = { put: () => ({}), delete: () => ({}), transaction: { commit: () => undefined } };
          begun.objectStore = () => calls as never;
        }
        return begun;
      };
    });
    return request;
  };
  return factory;
}
