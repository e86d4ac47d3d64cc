/*
 * What the page needs to open without a network: files of one build, whose names change with their content. Nothing
 * that anybody wrote: calls and messages' files never pass through here. With a network the page itself always comes
 * from the server, so a new version is shown at once.
 *
 * The build puts in what stands in capitals.
 */

const BUILD = 'build-__VERSION__';
/** Any company's address answers with the page. */
const PAGE = '/offline/';
/** What is kept from the beginning; other files of the build once they were used. */
const FILES = __FILES__;
/** A file that the page of this build names. */
const ENTRY = '__ENTRY__';
const AT_ONCE = 4;

async function keepAll() {
  const cache = await caches.open(BUILD);
  const page = await fetch(PAGE, { cache: 'no-cache' });
  // During an upgrade the node that answered may have another version: the browser tries again later.
  if (!page.ok || !(await page.clone().text()).includes(ENTRY)) throw new Error('Another version answered');
  await cache.put(PAGE, page);
  const left = [...FILES];
  const worker = async () => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      // The same file of an earlier build, or out of the browser's own cache.
      const known = await caches.match(file, { ignoreVary: true });
      const answer = known ?? (await fetch(file));
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await cache.put(file, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Files of other builds stay while several pages are open: one of an earlier build may still load its parts. */
async function dropOthers() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const names = pages.length > 1 ? [] : await caches.keys();
  await Promise.all(names.filter((name) => name !== BUILD).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** What is kept is read by the browser itself, where it can: it needn't wait for this worker to start. */
function routeKept(event) {
  const condition = { or: FILES.map((pathname) => ({ urlPattern: { pathname } })) };
  event.waitUntil(event.addRoutes?.({ condition, source: { cacheName: BUILD } }).catch(() => undefined));
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: BUILD, ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

async function fileOfBuild(request) {
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') {
    const copy = answer.clone();
    // Full storage must not keep the file from the page.
    caches
      .open(BUILD)
      .then((cache) => cache.put(request.url, copy))
      .catch(() => undefined);
  }
  return answer;
}

self.addEventListener('install', (event) => {
  routeKept(event);
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fileOfBuild(request));
  // Not the server's own pages.
  else if (request.mode === 'navigate' && !/^\/(?:api|emulator|webhooks|metrics|healthz|readyz)(?:\/|$)/.test(pathname))
    event.respondWith(openPage(event));
});
