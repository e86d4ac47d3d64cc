import { BrowserAttendant } from './browser-page.ts';
import { launchBrowser } from './browser.ts';
import { BrowserCampaigner } from './campaigner-browser.ts';
import { createDemoData } from './demo-data.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { Attendant } from './journeys-people.ts';
import { createJourneyWorld, PEOPLE } from './journeys-world.ts';
import type { JourneyWorld } from './journeys-world.ts';
import { spawnServer } from './server.ts';

/** A world whose people sit before a browser, at the demo's server in a process of its own. */
export async function startBrowserWorld(): Promise<JourneyWorld> {
  const data = await createDemoData();
  const [server, browser] = await Promise.all([spawnServer({ mode: 'demo', env: data.env }), launchBrowser()]);
  const open = new Map<Attendant, BrowserAttendant>();
  return createJourneyWorld({
    url: server.url,
    open: async (person) => {
      const attendant = await BrowserAttendant.arrive(browser, person, await startFaultProxy(server.url));
      open.set(attendant, attendant);
      return attendant;
    },
    campaigner: () => BrowserCampaigner.arrive(browser, server.url, PEOPLE.ana.email),
    check: async (attendant) => open.get(attendant)?.checkProblems(),
    recorded: () => [],
    close: async (attendant) => open.get(attendant)?.close(),
    stop: async () => {
      await browser.close();
      await server.end();
      await data.drop();
    },
  });
}
