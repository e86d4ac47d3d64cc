import { blockWhileItRuns } from '../../models/journeys/block-while-it-runs.model.ts';
import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import type { Campaigner } from './campaigner.ts';
import { expectEventually } from './expect-eventually.ts';
import type { Customer } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { Customers } from './journeys-world.ts';

interface Path {
  readonly customers: Customers;
  readonly ana: Campaigner;
  readonly blocked: Customer;
  readonly leaving: Customer;
  readonly staying: Customer;
  readonly campaign: string;
}

/** The provider's code for an account that has to be paid. */
const UNPAID = 131042;
const STOPPED = { status: 'paused', reason: 'channel.error.payment' } as const;

/** How much each of the three got. */
async function seesGot({ customers, blocked, leaving, staying }: Path, counts: readonly number[]): Promise<void> {
  await expectEventually(async () => {
    const texts = await Promise.all([blocked, leaving, staying].map((each) => customers.received(each)));
    return texts.map(({ length }) => length);
  }).toEqual(counts);
}

const deeds = {
  'Ana blocks one of them': ({ ana, blocked }) => ana.block(blocked),
  'another writes SAIR': ({ customers, leaving }) => customers.write(leaving, 'SAIR'),
  'Ana resumes it': async (path) => {
    const { customers, ana, campaign, staying } = path;
    await customers.takeSends();
    await ana.resume(campaign);
    await seesGot(path, [0, 0, 1]);
    // Until it has come, nobody is looked at after the first.
    await customers.tell(staying, 'delivered');
  },
} satisfies Record<DeedOf<typeof blockWhileItRuns>, Act<Path>>;

const scenes = {
  'stopped by the provider': async (path) => {
    await path.ana.seesCampaign(path.campaign, { ...STOPPED, counts: { sent: 0 } });
    await seesGot(path, [0, 0, 0]);
  },
  'one is out': ({ ana, campaign }) => ana.seesCampaign(campaign, { ...STOPPED, counts: { sent: 0 } }),
  'two are out': ({ ana, campaign }) => ana.seesCampaign(campaign, { ...STOPPED, counts: { sent: 0 } }),
  'the third got it': async (path) => {
    const { ana, campaign } = path;
    await ana.seesCampaign(campaign, { status: 'finished', counts: { sent: 1, skipped: 2 } });
    await ana.seesLeftOut(campaign, path.blocked, 'blocked');
    await ana.seesLeftOut(campaign, path.leaving, 'opted_out');
    await seesGot(path, [0, 0, 1]);
  },
} satisfies Record<SceneOf<typeof blockWhileItRuns>, Act<Path>>;

export const blockWhileItRunsSteps: Steps<Path> = {
  journey: blockWhileItRuns,
  begin: async (world) => {
    const { customers } = world;
    const ana = await world.campaigner();
    const [blocked, leaving, staying] = [await customers.come(), await customers.come(), await customers.come()];
    const word = `Lote${blocked.phone.slice(-5)}`;
    const rows = [blocked, leaving, staying].map(({ name, phone }) => `${name} ${word};${phone}`);
    await ana.importBase(`${word}.csv`, ['nome;telefone', ...rows].join('\n'));
    await ana.seesImported(`${word}.csv`, { added: 3, refused: 0 });
    await ana.buildAudience(word, word, 3);
    await customers.refuseSends(UNPAID);
    await ana.sendCampaign(word, word);
    return { customers, ana, blocked, leaving, staying, campaign: word };
  },
  deeds,
  scenes,
};
