import type { MessageId } from '../../src/i18n/message-id.ts';
import { selectLoginFailure, selectPhase, selectRoutes, selectViewer } from '../../src/machines/auth/auth.selectors.ts';
import type { Directory } from '../../src/machines/directory.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { selectInboxPhase, selectQuery } from '../../src/machines/inbox/inbox.selectors.ts';
import { selectConnectionStatus } from '../../src/machines/socket/socket.selectors.ts';
import {
  selectLastReceivedAt,
  selectLines,
  selectReplyTo,
} from '../../src/machines/conversation/conversation.selectors.ts';
import { selectHistory } from '../../src/machines/conversation/conversation.history.selectors.ts';
import { selectIsGone, selectLifecycle } from '../../src/machines/ticket/ticket.selectors.ts';
import { selectCandidates, selectTransferState } from '../../src/machines/transfer/transfer.selectors.ts';
import { selectTransfer } from '../../src/machines/transfer/transfer.pending.selectors.ts';
import { closedReason } from '../../src/views/attendance/chat/closed-reason.ts';
import { createBrowser, startClient } from './client.ts';
import type { Browser, Client } from './client.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { entriesOf, entryLooksLike, isNoticed, rowLooksLike, rowOf, ticketOf } from './journeys-looks.ts';
import type { HeldTicket } from './journeys-looks.ts';
import type { Attendant, Connection, Customer, MessageLooks, NoticeLooks, RowLooks, Tab } from './journeys-people.ts';
import { PEOPLE, TENANT } from './journeys-world.ts';
import type { PersonName } from './journeys-world.ts';
import { arriveAt, startNotedClient } from './journeys-walked.ts';
import { DEMO_PASSWORD } from './server.ts';

/** Longer than an access token is good for. */
const BEYOND_ACCESS_MS = 11 * 60_000;

/** What the views do between a person and the log, and nothing more: paths, guard, dialogs that only the screen knows. */
export class ScreenlessAttendant implements Attendant {
  readonly name: string;
  readonly #email: string;
  readonly #network: FaultProxy;
  readonly #letTimePass: (ms: number) => void;
  readonly #browser: Browser = createBrowser();
  #client: Client | null = null;
  #path = '/';
  #asksToFinish = false;
  #checkedTo = 0;

  constructor(person: PersonName, network: FaultProxy, letTimePass: (ms: number) => void) {
    this.name = PEOPLE[person].name;
    this.#email = PEOPLE[person].email;
    this.#network = network;
    this.#letTimePass = letTimePass;
  }

  get #page(): Client {
    if (this.#client === null) throw new Error(`${this.name} has no page open`);
    return this.#client;
  }

  async visit(path: string): Promise<void> {
    this.#closePage();
    const client = startNotedClient({ url: this.#network.url, tenant: TENANT, browser: this.#browser });
    this.#client = client;
    client.adapters.useNavigate(({ to, returnHere }) => {
      const here = this.#path === '/' || this.#path.startsWith('/login') ? '' : loginPath(this.#path);
      this.#go(returnHere ? here || to : to);
    });
    this.#path = '/';
    this.#go(path);
  }

  /** Where one is led when one may not be there yet: to the login, and from there on. */
  #go(path: string): void {
    const { append, directory } = this.#page;
    const before = ticketIn(this.#path);
    const isIn = selectPhase(directory.auth.getSnapshot()) === 'authenticated';
    this.#path = isIn || path.startsWith('/login') ? path : loginPath(path);
    arriveAt(this.#path, selectRoutes(directory.auth.getSnapshot()), isIn);
    const after = ticketIn(this.#path);
    if (before === after) return;
    this.#asksToFinish = false;
    if (before !== null) append({ type: 'ticket.left', ticketId: before });
    if (after !== null) append({ type: 'ticket.opened', ticketId: after });
  }

  async enter(password: 'right' | 'wrong'): Promise<void> {
    const { adapters, append, next, app } = this.#page;
    const position = app.log.position;
    append({
      type: 'login.submitted',
      path: 'rest',
      email: this.#email,
      secret: adapters.vault.keep(password === 'right' ? DEMO_PASSWORD : 'wrong'),
      remember: true,
      to: new URLSearchParams(this.#path.split('?')[1]).get('to'),
    });
    await next(password === 'right' ? 'login.succeeded' : 'login.refused', position);
  }

  async goToAttendance(): Promise<void> {
    this.#go('/chat');
  }

  async reload(): Promise<void> {
    const path = this.#path;
    this.#page.environment.pageControl.close();
    await this.visit(path);
  }

  async leave(): Promise<void> {
    this.#page.append({ type: 'logout.requested' });
  }

  async leaveElsewhere(): Promise<void> {
    // As another device: it can't tell this page.
    const browser = { ...this.#browser, channel: () => null };
    const other = startClient({ url: this.#network.url, tenant: TENANT, browser });
    await other.next('token.refreshed');
    other.append({ type: 'logout.requested' });
    await other.next('logout.finished');
    other.kill();
  }

  async outliveAccess(): Promise<void> {
    const { app, append, directory, next } = this.#page;
    const position = app.log.position;
    this.#letTimePass(BEYOND_ACCESS_MS);
    const { instanceId, status, scope } = selectQuery(directory.inbox.getSnapshot());
    append({ type: 'inbox.filtered', instanceId, status, scope: scope === 'all' ? 'mine' : 'all' });
    await next('call.expired', position);
    await next('token.refreshed', position);
    await next('tickets.listed', position);
    // The others' messages have to be of one time with their customers'.
    this.#letTimePass(-BEYOND_ACCESS_MS);
  }

  async loseNetwork(): Promise<void> {
    this.#network.cut();
    this.#page.environment.pageControl.setOnline(false);
  }

  loseAnswers(): void {
    this.#network.mute();
  }

  stallNetwork(): void {
    this.#network.hold();
  }

  async findNetwork(): Promise<void> {
    this.#network.heal();
    this.#page.environment.pageControl.setOnline(true);
    await this.seesConnection('live');
  }

  async show(tab: Tab): Promise<void> {
    const { append, waitFor } = this.#page;
    append({
      type: 'inbox.filtered',
      instanceId: null,
      status: tab === 'finished' ? 'finished' : 'open',
      scope: tab === 'finished' ? 'mine' : tab,
    });
    await waitFor(({ inbox }) => selectInboxPhase(inbox.getSnapshot()) === 'ready');
  }

  async open(customer: Customer): Promise<void> {
    const { id } = await this.#page.waitFor((directory) => rowOf(directory, customer));
    this.#go(`/chat/${id}`);
  }

  async goesAlong(customer: Customer): Promise<void> {
    await this.open(customer);
  }

  async backToList(): Promise<void> {
    this.#go('/chat');
  }

  async write(text: string): Promise<void> {
    const { ticket, conversation } = this.#openTicket();
    this.#page.append({ type: 'draft.changed', ticketId: ticket.id, text });
    const replyTo = selectReplyTo(conversation)?.id;
    this.#page.submit({
      ticketId: ticket.id,
      customerId: ticket.customer.id,
      instanceId: ticket.instance.id,
      toNumber: ticket.customer.phone,
      text,
      ...(replyTo === undefined ? {} : { replyTo }),
    });
  }

  async quote(message: MessageLooks): Promise<void> {
    const messageId = await this.#page.waitFor(() => {
      const [entry] = entriesOf(this.#openTicket().conversation, message);
      return entry?.kind === 'message' && entry.message.id;
    });
    this.#page.append({ type: 'reply.chosen', ticketId: this.#openTicket().ticket.id, messageId });
  }

  async dropQuote(): Promise<void> {
    this.#page.append({ type: 'reply.chosen', ticketId: this.#openTicket().ticket.id, messageId: null });
  }

  async tryAgain(text: string): Promise<void> {
    const { append, app, events } = this.#page;
    const position = app.log.position;
    append({ type: 'message.retried', clientId: this.#unsent(text) });
    await events.find(
      (event) => event.position > position && (event.type === 'message.accepted' || event.type === 'message.refused'),
    );
  }

  async discard(text: string): Promise<void> {
    this.#page.append({ type: 'message.discarded', clientId: this.#unsent(text) });
  }

  async askToTransfer(): Promise<void> {
    this.#page.append({ type: 'transfer.drafted', ticketId: this.#openTicket().ticket.id });
  }

  async offerTo(name: string): Promise<void> {
    const { ticket } = this.#openTicket();
    const nextOwner = await this.#page.waitFor((directory) => {
      const draft = directory.transferDraft(ticket.id)?.getSnapshot();
      return draft && selectCandidates(draft)?.find((user) => user.name === name);
    });
    const { id } = nextOwner;
    this.#page.append({
      type: 'transfer.submitted',
      ticketId: ticket.id,
      clientId: crypto.randomUUID(),
      target: { kind: 'person', id, name },
      previousOwner: ticket.owner && { id: ticket.owner.id, name: ticket.owner.name },
    });
  }

  async dropTransfer(): Promise<void> {
    this.#page.append({ type: 'transfer.dismissed', ticketId: this.#openTicket().ticket.id });
  }

  async accept(): Promise<void> {
    this.#page.append({ type: 'transfer.confirmRequested', transferId: await this.#offerId() });
  }

  async decline(): Promise<void> {
    this.#page.append({ type: 'transfer.deleteRequested', transferId: await this.#offerId() });
  }

  async askToFinish(): Promise<void> {
    this.#asksToFinish = true;
  }

  async finish(): Promise<void> {
    this.#page.append({ type: 'ticket.finishRequested', ticketId: this.#openTicket().ticket.id });
  }

  async keepAttending(): Promise<void> {
    this.#asksToFinish = false;
  }

  seesLogin(to: string | null, refusal: MessageId | null): Promise<void> {
    return this.#sees(`the login, before ${to ?? 'home'}, with ${refusal ?? 'no refusal'}`, ({ auth }) => {
      const snapshot = auth.getSnapshot();
      const isThere = this.#path === (to === null ? '/login' : loginPath(to));
      return (
        isThere && selectPhase(snapshot) === 'anonymous' && (selectLoginFailure(snapshot)?.key ?? null) === refusal
      );
    });
  }

  seesHome(): Promise<void> {
    return this.#seesPath('/');
  }

  async seesAttendance(): Promise<void> {
    await this.#seesPath('/chat');
    await this.#sees('the list', ({ inbox }) => selectInboxPhase(inbox.getSnapshot()) === 'ready');
  }

  async #seesPath(path: string): Promise<void> {
    const isThere = ({ auth }: Directory) => this.#path === path && selectPhase(auth.getSnapshot()) === 'authenticated';
    await this.#sees(path, isThere);
    await this.seesConnection('live');
    // The server has said what it thinks of the session by now.
    await this.#sees(`${path}, still`, isThere);
  }

  seesConnection(connection: Connection): Promise<void> {
    return this.#sees(connection, ({ socket }) => selectConnectionStatus(socket.getSnapshot()) === connection);
  }

  seesRow(customer: Customer, looks: RowLooks = {}): Promise<void> {
    return this.#sees(`${customer.name} in the list ${JSON.stringify(looks)}`, (directory) => {
      const row = rowOf(directory, customer);
      return row !== null && rowLooksLike(directory, row, looks);
    });
  }

  seesNoRow(customer: Customer): Promise<void> {
    return this.#sees(`no ${customer.name} in the list`, (directory) => rowOf(directory, customer) === null);
  }

  seesMessage(message: MessageLooks): Promise<void> {
    return this.#sees(`once ${JSON.stringify(message)}`, (directory) => {
      const [entry, twin] = entriesOf(this.#openTicket().conversation, message);
      return (
        entry !== undefined && twin === undefined && entryLooksLike(directory, entry, message, this.#closed(directory))
      );
    });
  }

  seesNoMessage(text: string): Promise<void> {
    return this.#sees(`no "${text}"`, () =>
      (['me', 'customer'] as const).every(
        (by) => entriesOf(this.#openTicket().conversation, { by, text }).length === 0,
      ),
    );
  }

  seesQuote(text: string | null): Promise<void> {
    return this.#sees(
      `a quote of ${text}`,
      () => (selectReplyTo(this.#openTicket().conversation)?.text ?? null) === text,
    );
  }

  seesClosed(why: MessageId | null): Promise<void> {
    return this.#sees(`a composer, or ${why}`, (directory) => (this.#closed(directory) ?? null) === why);
  }

  #closed({ auth }: Directory): MessageId | undefined {
    const { ticket, snapshot, conversation } = this.#openTicket();
    const viewer = selectViewer(auth.getSnapshot());
    if (viewer === null) throw new Error('Nobody is logged in');
    return closedReason({
      ticket,
      receivedAt: selectLastReceivedAt(conversation),
      lifecycle: selectLifecycle(snapshot),
      now: this.#page.environment.now(),
      viewer,
      isGone: selectIsGone(snapshot),
    });
  }

  seesOwner(name: string | null): Promise<void> {
    return this.#sees(`it with ${name}`, () => (this.#openTicket().ticket.owner?.name ?? null) === name);
  }

  seesOffer(offer: 'mine' | 'other' | null): Promise<void> {
    return this.#sees(`an offer: ${offer}`, (directory) => {
      const [id, second] = directory.transfersOf(this.#openTicket().ticket.id).getSnapshot();
      if (id === undefined || second !== undefined) return offer === null && id === undefined;
      const snapshot = directory.transfer(id)?.getSnapshot();
      const isMine = snapshot !== undefined && selectTransfer(snapshot)?.nextOwner.name === this.name;
      return offer === (isMine ? 'mine' : 'other');
    });
  }

  seesCandidate(name: string | null): Promise<void> {
    return this.#sees(`${name} among those to transfer to`, (directory) => {
      const draft = directory.transferDraft(this.#openTicket().ticket.id)?.getSnapshot();
      const isThere = draft !== undefined && ['draft', 'creating', 'failed'].includes(selectTransferState(draft));
      if (name === null || !isThere) return name === null && !isThere;
      return selectCandidates(draft)?.some((user) => user.name === name) ?? false;
    });
  }

  seesFinishDialog(isThere: boolean): Promise<void> {
    return this.#sees(`the question whether to finish: ${isThere}`, () => {
      const isOver = selectLifecycle(this.#openTicket().snapshot) === 'finished';
      return (this.#asksToFinish && !isOver) === isThere;
    });
  }

  seesNotice(notice: NoticeLooks): Promise<void> {
    return this.#sees(JSON.stringify(notice), (directory) => isNoticed(directory, notice));
  }

  seesWithdrawal(how: 'declined' | 'cancelled', by: string, to: string): Promise<void> {
    return this.#sees(`the transfer to ${to} ${how} by ${by}`, () => {
      const lines = selectLines(this.#openTicket().conversation) ?? [];
      return lines.some(
        (line) =>
          line.kind === 'transfer_withdrawn' &&
          line.by?.name === by &&
          line.to?.name === to &&
          (line.by.id === line.to.id) === (how === 'declined'),
      );
    });
  }

  seesEarlier(protocol: string): Promise<void> {
    return this.#sees(`${protocol} among the earlier ones`, () => {
      const { ticket: open, conversation } = this.#openTicket();
      const history = selectHistory(conversation, open.id, open.finishedAt !== null);
      return history?.tickets.some((ticket) => ticket.protocol === protocol) ?? false;
    });
  }

  async protocol(): Promise<string> {
    return this.#openTicket().ticket.protocol;
  }

  async #sees(what: string, look: (directory: Directory) => boolean): Promise<void> {
    try {
      await this.#page.waitFor(look);
    } catch (error) {
      throw new Error(`${this.name} does not see ${what}`, { cause: error });
    }
  }

  recorded(): readonly Logged[] {
    return this.#client?.events.items.filter(({ position }) => position > this.#checkedTo) ?? [];
  }

  /** Throws unless the contract knows all that came. */
  checkParsed(): void {
    const { events, app } = this.#page;
    const rejected = events.items.find((event) => event.type === 'input.rejected');
    if (rejected !== undefined) throw new Error(`${this.name}: ${JSON.stringify(rejected)}`);
    this.#checkedTo = app.log.position;
  }

  async close(): Promise<void> {
    this.#closePage();
    await this.#network.close();
  }

  #closePage(): void {
    this.#client?.kill();
    this.#client = null;
    this.#checkedTo = 0;
  }

  #openTicket(): HeldTicket {
    const id = ticketIn(this.#path);
    const held = id === null ? null : ticketOf(this.#page.directory, id);
    if (held === null) throw new Error(`${this.name} has no conversation open`);
    return held;
  }

  #unsent(text: string): string {
    const [entry] = entriesOf(this.#openTicket().conversation, { by: 'me', text });
    if (entry?.kind !== 'optimistic') throw new Error(`${text} is not among what is unsent`);
    return entry.message.clientId;
  }

  #offerId(): Promise<string> {
    return this.#page.waitFor((directory) => directory.transfersOf(this.#openTicket().ticket.id).getSnapshot()[0]);
  }
}

function loginPath(to: string): string {
  return to === '/' ? '/login' : `/login?to=${encodeURIComponent(to)}`;
}

function ticketIn(path: string): string | null {
  return /^\/chat\/(\w+)/.exec(path)?.[1] ?? null;
}
