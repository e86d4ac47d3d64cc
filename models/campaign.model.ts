import type { App } from '../src/machines/app.ts';
import { campaignMachine } from '../src/machines/campaign/campaign.machine.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { campaignInvariants } from './campaign.invariants.ts';
import { campaignOracles } from './campaign.reference.ts';
import { awaitsGreeting, connection, live, next } from './connection.ts';
import { campaignNews } from './frames.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import { ana } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'followed';

/** The campaign in the frames. */
const id = '70';

function versionOf(app: App): number {
  return app.directory.campaign(id)?.getSnapshot().context.news.version ?? 0;
}

/** A frame about it, at the next position of the stream. */
function told(version: number, more: { readonly status?: string; readonly of?: string } = {}): (app: App) => AppEvent {
  const { of = id, ...given } = more;
  return (app) => ({
    type: 'campaign.updated',
    campaignId: of,
    news: campaignNews(version, given),
    stream: next(app),
  });
}

const samples = {
  'campaign.updated: the first version': told(1),
  'campaign.updated: the second one': told(2),
  'campaign.updated: the third one, paused': told(3, { status: 'paused' }),
  'campaign.updated: of an older server': (app) => ({
    type: 'campaign.updated',
    campaignId: id,
    news: null,
    stream: next(app),
  }),
  'campaign.updated: of another one': told(9, { of: '71' }),
  'socket.greeted: something was lost': connection['socket.greeted: something was lost'],
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

/** What outcomes depend on besides the state. */
const facts = {
  'a greeting is waited for': awaitsGreeting,
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
    'a campaign runs while its page is open': {
      given: live(ana, 'administrador', []),
      only: (Object.keys(samples) as Name[]).filter((name) => !name.startsWith('socket.')),
    },
    'the connection is back, and something was lost': {
      given: [
        ...live(ana, 'administrador', []),
        told(2),
        connection['socket.closed'],
        connection['timer.fired: reconnect'],
        connection['socket.ticketIssued'],
        connection['socket.opened'],
      ],
      only: ['socket.greeted: something was lost', 'campaign.updated: the first version'],
    },
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
        'socket.greeted: something was lost': when('a greeting is waited for', 'removed', 'ignored'),
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
  oracles: campaignOracles,
  onlyInTheLog: {},
};
