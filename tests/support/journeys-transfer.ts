import type { DeedOf, SceneOf } from '../../models/journeys/journey.ts';
import { transfer } from '../../models/journeys/transfer.model.ts';
import type { Attendant, Customer, NoticeLooks } from './journeys-people.ts';
import type { Act, Steps } from './journeys-walk.ts';
import type { JourneyWorld } from './journeys-world.ts';

interface Path {
  readonly world: JourneyWorld;
  readonly customer: Customer;
  readonly bruno: Attendant;
  readonly carla: Attendant;
  /** Whether Carla has it open: then the card tells her of an offer. */
  isOpenAtCarla: boolean;
}

function notice(path: Path, title: NoticeLooks['title'], body: NoticeLooks['body'], sender: Attendant): NoticeLooks {
  const { customer, carla } = path;
  return { title, body, values: { customer: customer.name, next: carla.name, sender: sender.name } };
}

/** The administrator at the conversation. */
async function anaAtIt({ world, customer }: Path): Promise<Attendant> {
  const ana = await world.at('ana');
  await ana.open(customer);
  await ana.seesOffer('other');
  return ana;
}

/** It is Bruno's, and nobody's answer is waited for. */
async function withBruno({ bruno, carla, customer }: Path): Promise<void> {
  await bruno.seesOwner(bruno.name);
  await bruno.seesOffer(null);
  await bruno.seesClosed(null);
  await carla.seesNoRow(customer);
}

const deeds = {
  'Bruno asks to transfer': ({ bruno }) => bruno.askToTransfer(),
  'Bruno thinks better of it': ({ bruno }) => bruno.dropTransfer(),
  'Bruno offers it to Carla': async (path) => {
    await path.bruno.offerTo(path.carla.name);
    if (path.isOpenAtCarla) return;
    await path.carla.seesNotice(
      notice(path, 'notice.transfer.offered.title', 'notice.transfer.offered.manual', path.bruno),
    );
    await path.carla.open(path.customer);
    path.isOpenAtCarla = true;
  },
  'Carla accepts': async (path) => {
    await path.carla.accept();
    await path.bruno.seesNotice(
      notice(path, 'notice.transfer.transferred.title', 'notice.transfer.transferred.sender', path.bruno),
    );
  },
  'Carla declines': async (path) => {
    await path.carla.decline();
    await path.bruno.seesWithdrawal('declined', path.carla.name, path.carla.name);
  },
  'Bruno takes the offer back': async (path) => {
    await path.bruno.decline();
    await path.carla.seesNotice(
      notice(path, 'notice.transfer.removed.title', 'notice.transfer.removed.receiver.manual', path.bruno),
    );
  },
  'Ana accepts for Carla': async (path) => {
    const ana = await anaAtIt(path);
    await ana.accept();
    await path.bruno.seesNotice(
      notice(path, 'notice.transfer.transferred.title', 'notice.transfer.transferred.sender', path.bruno),
    );
    await ana.seesOwner(path.carla.name);
  },
  'Ana cancels the offer': async (path) => {
    const ana = await anaAtIt(path);
    await ana.decline();
    await path.bruno.seesWithdrawal('cancelled', ana.name, path.carla.name);
    await path.carla.seesNotice(
      notice(path, 'notice.transfer.removed.title', 'notice.transfer.removed.receiver.manual', ana),
    );
    await ana.seesOffer(null);
  },
} satisfies Record<DeedOf<typeof transfer>, Act<Path>>;

const scenes = {
  'with Bruno': async (path) => {
    await path.bruno.seesCandidate(null);
    await withBruno(path);
  },
  'choosing whom': ({ bruno, carla }) => bruno.seesCandidate(carla.name),
  offered: async ({ bruno, carla, customer }) => {
    await bruno.seesCandidate(null);
    await bruno.seesOffer('other');
    await bruno.seesOwner(bruno.name);
    await carla.seesOffer('mine');
    await carla.seesClosed('error.ticket.notYours', bruno.name);
    await bruno.seesRow(customer, { transferring: true });
    await carla.seesRow(customer, { transferring: true });
  },
  'with Carla': async ({ bruno, carla, customer }) => {
    await carla.seesOwner(carla.name);
    await carla.seesOffer(null);
    await carla.seesClosed(null);
    await bruno.seesClosed('error.ticket.notYours', carla.name);
    await bruno.seesNoRow(customer);
    await carla.seesRow(customer);
  },
  'still with Bruno': withBruno,
} satisfies Record<SceneOf<typeof transfer>, Act<Path>>;

export const transferSteps: Steps<Path> = {
  journey: transfer,
  begin: async (world) => {
    const customer = await world.customers.come();
    const carla = await world.at('carla');
    const bruno = await world.at('bruno');
    await world.customers.write(customer, 'Bom dia');
    await bruno.open(customer);
    await bruno.write('Bom dia! Como posso ajudar?');
    await bruno.seesOwner(bruno.name);
    return { world, customer, bruno, carla, isOpenAtCarla: false };
  },
  deeds,
  scenes,
};
