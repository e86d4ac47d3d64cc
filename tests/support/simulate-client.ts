import type { Invariant } from '../../models/model.ts';
import { selectPhase, selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import type { Attendance } from '../../src/machines/entities/entities.ts';
import { selectSendState } from '../../src/machines/message-send/message-send.selectors.ts';
import { selectTicket } from '../../src/machines/ticket/ticket.selectors.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { Kernel } from './simulate-kernel.ts';
import { SimulatedPage } from './simulate-page.ts';
import type { Disk, Network } from './simulate-page.ts';
import type { Staff } from './simulate-books.ts';
import type { SimulatedServer } from './simulate-server.ts';
import { createRandom } from './simulation-random.ts';
import type { Random } from './simulation-random.ts';

/** What somebody wrote. */
export interface Written {
  readonly clientId: string;
  readonly text: string;
  isDiscarded: boolean;
  /** The tab died before it was on the disk. */
  mayBeLost: boolean;
}

export interface Ground {
  readonly kernel: Kernel;
  readonly server: SimulatedServer;
  readonly isServerUp: () => boolean;
  readonly seed: number;
  readonly invariants: readonly Invariant[];
  readonly onViolation: (client: SimulatedClient, words: string) => void;
}

/** One person with a browser, and the pages they have had in it. */
export class SimulatedClient {
  readonly staff: Staff;
  readonly written: Written[] = [];
  readonly pages: SimulatedPage[] = [];
  readonly disk: Disk = { outbox: new Map(), drafts: new Map(), log: null };
  readonly network: Network = {
    isUp: true,
    isHeld: false,
    loss: 0,
    slowMs: 0,
    framesToLose: 0,
    framesToDouble: 0,
    stuck: [],
  };
  clockOff = 0;
  readonly #ground: Ground;
  readonly #random: Random;
  #names = 0;

  constructor(ground: Ground, staff: Staff, number: number) {
    this.staff = staff;
    this.#ground = ground;
    this.#random = createRandom(ground.seed * 31 + number + 1);
    this.open();
  }

  get page(): SimulatedPage {
    const page = this.pages.at(-1);
    if (page === undefined) throw new Error('There is no page');
    return page;
  }

  get directory(): SimulatedPage['app']['directory'] {
    return this.page.app.directory;
  }

  get isAtWork(): boolean {
    return !this.page.isDead && selectPhase(this.directory.auth.getSnapshot()) === 'authenticated';
  }

  do(event: AppEvent): void {
    this.page.do(event);
  }

  name(): string {
    this.#names += 1;
    return `${this.staff.id}-${this.#names}`;
  }

  open(): void {
    const { disk, network, staff } = this;
    const { kernel, server, isServerUp, invariants, onViolation } = this.#ground;
    const page = new SimulatedPage(
      {
        kernel,
        server,
        isServerUp,
        staff,
        disk,
        network,
        random: this.#random,
        clockOff: () => this.clockOff,
        invariants,
        onViolation: (words) => onViolation(this, words),
      },
      this.pages.length,
    );
    this.pages.push(page);
    page.start();
    page.do({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
  }

  die(): void {
    for (const one of this.written) {
      const send = this.directory.send(one.clientId)?.getSnapshot();
      if (send !== undefined && !send.context.stored) one.mayBeLost = true;
    }
    this.page.die();
  }

  heal(): void {
    const { network } = this;
    network.isUp = true;
    network.isHeld = false;
    this.do({ type: 'network.changed', online: true });
    for (const pass of network.stuck.splice(0)) pass();
  }

  tickets(): readonly Attendance[] {
    return this.directory.ticketOrder.getSnapshot().ids.flatMap((id) => {
      const snapshot = this.directory.ticket(id)?.getSnapshot();
      const ticket = snapshot === undefined ? null : selectTicket(snapshot);
      return ticket === null ? [] : [ticket];
    });
  }

  openTickets(): readonly string[] {
    return this.directory.socket.getSnapshot().context.openTickets;
  }

  sends(): readonly { readonly clientId: string; readonly state: string }[] {
    return [...this.directory.actors()].flatMap(([key]) => {
      const clientId = key.startsWith('send:') ? key.slice('send:'.length) : '';
      const snapshot = this.directory.send(clientId)?.getSnapshot();
      return snapshot === undefined ? [] : [{ clientId, state: selectSendState(snapshot) }];
    });
  }

  write(ticket: Attendance, replyTo: string | null): void {
    const userId = selectViewer(this.directory.auth.getSnapshot())?.userId;
    if (userId === undefined) return;
    const clientId = `client-${this.name()}`;
    const text = `texto ${clientId}`;
    this.written.push({ clientId, text, isDiscarded: false, mayBeLost: false });
    this.do({
      type: 'message.submitted',
      message: {
        clientId,
        tempId: `${this.#names}-temp`,
        ticketId: ticket.id,
        customerId: ticket.customer.id,
        instanceId: ticket.instance.id,
        toNumber: ticket.customer.phone,
        text,
        replyTo,
        userId,
        submittedAt: this.#ground.kernel.now,
      },
    });
  }

  discard(clientId: string): void {
    this.do({ type: 'message.discarded', clientId });
    const given = this.written.find((one) => one.clientId === clientId);
    if (given !== undefined && this.directory.send(clientId) === undefined) given.isDiscarded = true;
  }
}
