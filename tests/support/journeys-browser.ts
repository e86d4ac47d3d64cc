import { BrowserAttendant } from './browser-page.ts';
import { launchBrowser } from './browser.ts';
import { BrowserCampaigner } from './campaigner-browser.ts';
import { createDemoData } from './demo-data.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { Attendant } from './journeys-people.ts';
import { recordSteps } from './journeys-recorder.ts';
import { createJourneyWorld, PEOPLE } from './journeys-world.ts';
import type { JourneyWorld } from './journeys-world.ts';
import { STEPS_RECORDED } from './paths-chosen.ts';
import { spawnServer } from './server.ts';

/** `npm run paths -- <journey> --chromium` or `--headed`: each step is recorded, not only those that fail. */
const isRecorded = process.env[STEPS_RECORDED] === '1';

/** A world whose people sit before a browser, at the demo's server in a process of its own. */
export async function startBrowserWorld(): Promise<JourneyWorld> {
  const data = await createDemoData();
  const [server, browser] = await Promise.all([spawnServer({ mode: 'demo', env: data.env }), launchBrowser()]);
  const open = new Map<Attendant, BrowserAttendant>();
  const recorder = await recordSteps(browser, isRecorded);
  return createJourneyWorld({
    url: server.url,
    open: async (person) => {
      const attendant = await BrowserAttendant.arrive(browser, person, await startFaultProxy(server.url));
      open.set(attendant, attendant);
      await recorder.follow(attendant.context, attendant.name);
      return attendant;
    },
    campaigner: async () => {
      const campaigner = await BrowserCampaigner.arrive(browser, server.url, PEOPLE.ana.email);
      await recorder.follow(campaigner.context, PEOPLE.ana.name);
      return campaigner;
    },
    recorder,
    check: async (attendant) => open.get(attendant)?.checkProblems(),
    recorded: () => [],
    close: async (attendant) => open.get(attendant)?.close(),
    stop: async () => {
      await browser.close();
      await recorder.stop();
      await server.end();
      await data.drop();
    },
  });
}
