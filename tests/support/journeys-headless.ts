import { ScreenlessCampaigner } from './campaigner-screenless.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { Attendant } from './journeys-people.ts';
import { ScreenlessAttendant } from './journeys-screenless.ts';
import { createJourneyWorld, PEOPLE, TENANT } from './journeys-world.ts';
import type { JourneyWorld } from './journeys-world.ts';
import { startTestServer } from './server.ts';

/** A world whose people have wired clients without a screen. */
export async function startHeadlessWorld(): Promise<JourneyWorld> {
  let ahead = 0;
  const server = await startTestServer({
    now: () => new Date(Date.now() + ahead),
    attendance: { campaigns: { pollMs: 50 }, imports: { pollMs: 50 } },
  });
  const open = new Map<Attendant, ScreenlessAttendant>();
  return createJourneyWorld({
    url: server.url,
    open: async (person) => {
      const network = await startFaultProxy(server.url);
      const attendant = new ScreenlessAttendant(person, network, (ms) => {
        ahead += ms;
      });
      open.set(attendant, attendant);
      return attendant;
    },
    campaigner: () => ScreenlessCampaigner.arrive(server.url, TENANT, PEOPLE.ana.email),
    check: async (attendant) => open.get(attendant)?.checkParsed(),
    recorded: (attendant) => open.get(attendant)?.recorded() ?? [],
    close: async (attendant) => open.get(attendant)?.close(),
    stop: async () => {
      // A killed page leaves connections that never bore a request, and node waits a minute for each.
      const sweep = setInterval(() => server.app.server.closeAllConnections(), 20);
      await server.stop();
      clearInterval(sweep);
    },
  });
}
