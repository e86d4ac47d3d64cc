import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WhatsAppChannel } from '../../server/channels/whatsapp/whatsapp-channel.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { openFiles } from '../../server/domain/media/open-files.ts';
import { syncTemplates } from '../../server/domain/templates/sync-templates.ts';
import { startCampaigning } from '../server/campaigns/campaign-world.ts';

/** Longer than any walk: what nodes do happens when the walk says so. */
export const NEVER_MS = 3_600_000;

export type StatesWorld = Awaited<ReturnType<typeof startStatesWorld>>;

/** A server whose nodes do nothing of their own accord, and whose provider says nothing that it isn't told to. */
export async function startStatesWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-states-'));
  const world = await startCampaigning({
    config: { dataDir },
    attendance: { campaigns: { pollMs: NEVER_MS }, imports: { pollMs: NEVER_MS }, rules: { pollMs: NEVER_MS } },
  });
  await world.emulator.patchPolicy({ reviews: { mode: 'hold' }, statuses: { send: false } });
  const { services } = world.server;
  const files = await openFiles({ dataDir, media: { bucket: undefined } }, services);
  const { graphUrl } = world.emulator;
  const settings = { graphUrl: () => graphUrl, appSecret: 'x', accessToken: () => 't', defaultToken: 't' };
  const channel = new WhatsAppChannel(settings);
  let count = 0;
  return {
    ...world,
    services,
    files,
    /** The provider's templates are listed. */
    sync: async () => {
      await world.rows("update template_sync set due_at = now() - interval '1 second'");
      await syncTemplates(services, channel);
    },
    /** Counts, so that each path has things of its own. */
    next: () => (count += 1),
    endPath: async (): Promise<void> => undefined,
    recorded: (): readonly Logged[] => [],
    stop: async () => {
      await world.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
