/** A disk that is waited for as long as it takes. */
export function openedBy(indexedDB: IDBFactory | null) {
  return { indexedDB, after: () => () => undefined };
}
