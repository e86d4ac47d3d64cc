/* Runs in the page. */

declare global {
  interface Window {
    /** When the list's first row was painted, in milliseconds from the beginning of the page's loading. */
    benchFirstRow?: number;
  }
}

/** Looks at every frame whether the list has a row; what is posted in a frame arrives once that is drawn. */
export function watchFirstRow(): void {
  const painted = new MessageChannel();
  painted.port1.onmessage = () => (window.benchFirstRow ??= performance.now());
  function look(): void {
    if (document.querySelector('[data-virtual-list] [role=option]') === null) requestAnimationFrame(look);
    else painted.port2.postMessage(null);
  }
  requestAnimationFrame(look);
}

/** The records of actors in the person's database. */
export async function storedRecords(): Promise<unknown[]> {
  const [found] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('balcao:'));
  if (found?.name === undefined) return [];
  const opened = indexedDB.open(found.name);
  await new Promise((resolve) => (opened.onsuccess = resolve));
  const asked = opened.result.transaction('actors').objectStore('actors').getAll();
  await new Promise((resolve) => (asked.onsuccess = resolve));
  opened.result.close();
  return asked.result;
}
