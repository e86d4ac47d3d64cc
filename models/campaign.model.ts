import type { App } from '../src/machines/app.ts';
import { campaignMachine } from '../src/machines/campaign/campaign.machine.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { campaignInvariants } from './campaign.invariants.ts';
import { live } from './connection.ts';
import { campaignNews } from './frames.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import { ana, stream } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'followed';

/** The campaign that is told of. */
const id = '70';

function versionOf(app: App): number {
  return app.directory.campaign(id)?.getSnapshot().context.news.version ?? 0;
}

/** What a frame tells of it, at the next position of the stream. */
function told(version: number, more: { readonly status?: string; readonly of?: string } = {}): (app: App) => AppEvent {
  const { of = id, ...given } = more;
  return (app) => ({
    type: 'campaign.updated',
    campaignId: of,
    news: campaignNews(version, given),
    stream: stream(next(app)),
  });
}

const next = (app: App) => (app.directory.socket.getSnapshot().context.position ?? 0) + 1;

const samples = {
  'campaign.updated: the first version': told(1),
  'campaign.updated: the second one': told(2),
  'campaign.updated: the third one, paused': told(3, { status: 'paused' }),
  'campaign.updated: of an older server': (app) => ({
    type: 'campaign.updated',
    campaignId: id,
    news: null,
    stream: stream(next(app)),
  }),
  'campaign.updated: of another one': told(9, { of: '71' }),
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

/** What outcomes depend on besides the state. */
const facts = {
  'the first version or a newer one is known': (app: App) => versionOf(app) >= 1,
  'the second or third is known': (app: App) => versionOf(app) >= 2,
  'the third is known': (app: App) => versionOf(app) >= 3,
};

export const campaignModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'campaign',
  machine: campaignMachine,
  actor: `campaign:${id}`,
  samples,
  facts,
  scenes: {
    'a campaign runs while its page is open': { given: live(ana, 'administrador', []) },
  },
  expected: {
    anywhere: {},
    states: {
      none: {
        'campaign.updated: the first version': 'followed',
        'campaign.updated: the second one': 'followed',
        'campaign.updated: the third one, paused': 'followed',
      },
      followed: {
        'campaign.updated: the first version': when('the first version or a newer one is known', 'ignored', 'stays'),
        'campaign.updated: the second one': when('the second or third is known', 'ignored', 'stays'),
        'campaign.updated: the third one, paused': when('the third is known', 'ignored', 'stays'),
      },
    },
  },
  key: (app) => {
    const snapshot = app.directory.campaign(id)?.getSnapshot();
    return stateKey(snapshot?.value ?? null, { version: snapshot?.context.news.version });
  },
  stopWhen: () => false,
  invariants: campaignInvariants,
  onlyInTheLog: {},
};
