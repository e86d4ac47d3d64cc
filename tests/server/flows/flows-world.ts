import type { FlowAnswersForm, FlowDetails, TicketFlow } from '../../../contract/entities/flow.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { flowDetails, newFlow, publishFlow, saveFlow, setFlowAnswers } from '../../../contract/graphql/flows.ts';
import type { FlowPublication } from '../../../contract/graphql/flows.ts';
import { ticketFlow } from '../../../contract/graphql/ticket-flow.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { runDueFlows } from '../../../server/domain/flows/timers.ts';
import { startDepartments } from '../departments/departments-world.ts';
import type { Person } from '../../support/attendance.ts';
import { writtenBody } from '../../support/attendance.ts';

export type FlowsWorld = Awaited<ReturnType<typeof startFlows>>;
type Attendance = NonNullable<Parameters<typeof startDepartments>[0]>;

/** Everybody, on all numbers, whatever they write. */
export const EVERYBODY: FlowAnswersForm = {
  is_active: true,
  bot_name: null,
  instance_ids: [],
  starts: 'any',
  keywords: [],
  hours: 'any',
};

/** A company on a Wednesday at ten, with flows. */
export async function startFlows(options: Attendance = {}) {
  const world = await startDepartments(options);
  const { ana } = world.people;
  let last = 0;
  const textsIn = (messages: readonly { body: string | null; type: number }[]) =>
    messages.filter(({ type }) => type === 0).map(({ body }) => body ?? '');

  return {
    ...world,

    async draft(flow: Flow, name = `Fluxo ${(last += 1)}`): Promise<FlowDetails> {
      const form = { name, kind: flow.kind, flow: JSON.stringify(flow), places: '{}' };
      return (await world.call(ana, newFlow, form)).newFlow;
    },

    async save(of: FlowDetails, flow: Flow): Promise<FlowDetails> {
      const form = { id: of.id, version: of.version, name: of.name, flow: JSON.stringify(flow), places: '{}' };
      return (await world.call(ana, saveFlow, form)).saveFlow;
    },

    async publish({ id, version }: Pick<FlowDetails, 'id' | 'version'>): Promise<FlowPublication> {
      return (await world.call(ana, publishFlow, { id, version })).publishFlow;
    },

    /** A flow that answers everybody, and no other does. */
    async answering(flow: Flow, answers: Partial<FlowAnswersForm> = {}): Promise<FlowDetails> {
      await world.rows('update flow set is_active = false');
      const draft = await this.draft(flow);
      const published = await this.publish(draft);
      if (!published.is_published) throw new Error(published.findings);
      await world.call(ana, setFlowAnswers, { id: draft.id, ...EVERYBODY, ...answers });
      return (await world.call(ana, flowDetails, { id: draft.id })).flowDetails;
    },

    /** A stored version of a flow that this server can't read, as a later one might not. */
    async spoil({ id }: Pick<FlowDetails, 'id'>): Promise<void> {
      await world.rows("update flow_version set flow = '{}', hash = hash || 'x' where flow_id = $1", [id]);
    },

    /** Writes, and answers the id of the webhook's message. */
    says: (from: string, text: string, more: Record<string, unknown> = {}) =>
      world.write({ from, text, at: new Date(world.now()), more }),

    /** Taps an option of the last question that was sent, or of an earlier one. */
    async taps(from: string, label: string, before = 0): Promise<void> {
      const questions = await world.rows<{ options: { id: string; title: string }[] }>(
        `select m.content->'options' as options from message m join customer c on c.id = m.customer_id
         where c.phone_number = $1 and m.content->>'kind' = 'choices' order by m.id desc`,
        [from],
      );
      const option = questions[before]?.options.find(({ title }) => title === label);
      if (option === undefined) throw new Error(`No option ${label}`);
      const reply = { type: 'button_reply', button_reply: { id: option.id, title: option.title } };
      await this.says(from, '', { type: 'interactive', text: undefined, interactive: reply });
    },

    /** What a customer was sent, oldest first. */
    async told(from: string): Promise<string[]> {
      return textsIn(
        await world.rows<{ body: string | null; type: number }>(
          `select m.body, m.type from message m join customer c on c.id = m.customer_id
           where c.phone_number = $1 order by m.id`,
          [from],
        ),
      );
    },

    /** The runs of a customer's, oldest first. */
    runsOf: (from: string) =>
      world.rows<{ id: string; status: string; node: string; number: number; seq: number }>(
        `select r.id, r.status, r.node, r.number, r.seq from flow_run r join chat_ticket t on t.id = r.ticket_id
         join customer c on c.id = t.customer_id where c.phone_number = $1 order by r.id`,
        [from],
      ),

    ticketsOf: (from: string) =>
      world.rows<{ id: string; user_id: string | null; flow_run_id: string | null; isOpen: boolean; waits: boolean }>(
        `select t.id, t.user_id, t.flow_run_id, t.finished_at is null as "isOpen", t.waiting_since is not null as waits
         from chat_ticket t join customer c on c.id = t.customer_id where c.phone_number = $1 order by t.id`,
        [from],
      ),

    /** So many minutes go by, and what is due happens. */
    async pass(minutes: number): Promise<void> {
      await world.travel(world.now() + minutes * 60_000);
      await runDueFlows(world.server.services);
    },

    async flowOf(who: Person, ticketId: string): Promise<TicketFlow | null> {
      return (await world.call(who, ticketFlow, { ticket_id: ticketId })).ticketFlow;
    },

    finish: (who: Person, id: string) => world.call(who, finishChatTicket, { id }),
    bodyOf: (from: string, text: string) => writtenBody({ from, text, at: new Date(world.now()) }).body,
  };
}
