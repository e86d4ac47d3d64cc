import type { ActiveFlow, FlowStartsForm } from '../../../contract/entities/flow-start.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import { activeFlows, newFlowLaunch, setFlowStarts } from '../../../contract/graphql/flow-starts.ts';
import type { NewFlowLaunchVariables } from '../../../contract/graphql/flow-starts.ts';
import { WhatsAppChannel } from '../../../server/channels/whatsapp/whatsapp-channel.ts';
import { fillDueLaunches } from '../../../server/domain/flows/active/fill-launches.ts';
import { startDueFlows } from '../../../server/domain/flows/active/start-due.ts';
import { syncTemplates } from '../../../server/domain/templates/sync-templates.ts';
import { end, flow, menu, pause, template } from '../../flows/builders.ts';
import { startFlows } from './flows-world.ts';

export type StartsWorld = Awaited<ReturnType<typeof startStarts>>;

/** Whenever a person of the company is awake, from all numbers. */
export const ANYTIME: FlowStartsForm = {
  is_active: true,
  bot_name: null,
  instance_ids: [],
  starts_from: 0,
  starts_to: 24,
  requires_consent: false,
};

export const QUESTION = 'Vamos continuar?';
export const GOODBYE = 'Obrigado!';

/** Writes by the template, waits a day for an answer, and asks then. */
export const outreach = (templateId: string): Flow => {
  const say = template({ 'body.1': '{{first_name}}', 'body.2': 'Ana' }, { next: 'espera', failed: 'sem' });
  const content = { ...say.content, template_id: templateId };
  return flow(
    {
      start: { ...say, content },
      espera: pause(24 * 60, { next: 'sem', message: 'pergunta' }),
      pergunta: menu(QUESTION, { sim: 'fim', nao: 'fim', other: 'fim', media: 'fim', timeout: 'sem' }),
      sem: end(null),
      fim: end(GOODBYE),
    },
    { kind: 'active' },
  );
};

/** A company on a Wednesday at ten, with approved templates. */
export async function startStarts(options: Parameters<typeof startFlows>[0] = {}) {
  const world = await startFlows(options);
  const { ana } = world.people;
  const { graphUrl } = world.emulator;
  const settings = { graphUrl: () => graphUrl, appSecret: 'x', accessToken: () => 't', defaultToken: 't' };
  await syncTemplates(world.server.services, new WhatsAppChannel(settings));
  const [found] = await world.rows<{ id: string; tenant_id: string }>(
    `select s.id, s.tenant_id from message_template s join instance i on i.tenant_id = s.tenant_id and i.waba_id = s.waba_id
     where s.name = 'retomar_atendimento' and i.id = $1`,
    [world.instances.vendas],
  );
  const { id: templateId = '', tenant_id: tenantId = '' } = found ?? {};
  // So fast that no test waits for it.
  await world.rows(
    'insert into number_pace (tenant_id, instance_id, per_second, tokens) select tenant_id, id, 1000000, 100000 from instance',
  );
  let last = 0;

  const all = {
    ...world,
    templateId,
    tenantId,

    outreach: () => outreach(templateId),

    /** A published active flow that may be started, from Vendas. */
    async starting(form: Partial<FlowStartsForm> = {}, of: Flow = outreach(templateId)): Promise<ActiveFlow> {
      const draft = await world.draft(of, `Convite ${(last += 1)}`);
      const published = await world.publish(draft);
      if (!published.is_published) throw new Error(published.findings);
      return (
        await world.call(ana, setFlowStarts, {
          id: draft.id,
          ...ANYTIME,
          instance_ids: [world.instances.vendas],
          ...form,
        })
      ).setFlowStarts;
    },

    async viewOf(id: string): Promise<ActiveFlow> {
      const { activeFlows: flows } = await world.call(ana, activeFlows, {});
      const view = flows.find((each) => each.id === id);
      if (view === undefined) throw new Error('No such flow');
      return view;
    },

    /** So many new customers; answers their numbers. */
    async customers(count: number): Promise<string[]> {
      const phones = Array.from({ length: count }, () => world.aPhone());
      await world.rows(
        `insert into customer (tenant_id, name, phone_number)
         select $1, 'Luciana ' || phone, phone from unnest($2::text[]) as phone`,
        [tenantId, phones],
      );
      return phones;
    },

    customerId: async (phone: string): Promise<string> =>
      (await world.rows<{ id: string }>('select id from customer where phone_number = $1', [phone]))[0]?.id ?? '',

    /** A group of these. */
    async group(phones: readonly string[]): Promise<string> {
      const [group] = await world.rows<{ id: string }>(
        'insert into customer_group (tenant_id, name) values ($1, $2) returning id',
        [tenantId, `Grupo ${(last += 1)}`],
      );
      await world.rows(
        `insert into customer_group_member (tenant_id, group_id, customer_id)
         select $1, $2, id from customer where phone_number = any($3::text[])`,
        [tenantId, group?.id, phones],
      );
      return group?.id ?? '';
    },

    /** A campaign that these customers had an hour ago. */
    async campaignTo(phones: readonly string[]): Promise<string> {
      const [campaign] = await world.rows<{ id: string }>(
        `insert into campaign (tenant_id, name, status, instance_ids, message, content)
         values ($1, 'Volta', 'finished', array[$2::bigint], 'Oi', '{"kind": "text", "text": "Volte!"}') returning id`,
        [tenantId, world.instances.vendas],
      );
      await world.rows(
        `insert into campaign_recipient (tenant_id, campaign_id, customer_id, address, instance_id, zone, state, sent_at, next_attempt_at)
         select tenant_id, $1, id, phone_number, $2, 'America/Sao_Paulo', 'delivered', $3, $3
         from customer where phone_number = any($4::text[])`,
        [campaign?.id, world.instances.vendas, new Date(world.now() - 3_600_000), phones],
      );
      return campaign?.id ?? '';
    },

    async launch(flowId: string, form: Partial<NewFlowLaunchVariables>): Promise<ActiveFlow> {
      const all = { flow_id: flowId, repeats: 'once' as const, ...form };
      return (await world.call(ana, newFlowLaunch, all)).newFlowLaunch;
    },

    /** What is due happens. */
    async settle(): Promise<void> {
      await fillDueLaunches(world.server.services, 2);
      while ((await startDueFlows(world.server.services)) > 0);
    },

    startsOf: (phone: string) =>
      world.rows<{ status: string; reason: string | null; source: string }>(
        `select s.status, s.reason, s.source from flow_start s join customer c on c.id = s.customer_id
         where c.phone_number = $1 order by s.id`,
        [phone],
      ),
  };
  return all;
}
