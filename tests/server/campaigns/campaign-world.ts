import type { Campaign, CampaignForm } from '../../../contract/entities/campaign.ts';
import {
  campaignDetails,
  campaignRecipients,
  newCampaign,
  startCampaign,
} from '../../../contract/graphql/campaigns.ts';
import type { CampaignDetails, CampaignRecipient } from '../../../contract/graphql/campaigns.ts';
import { WhatsAppChannel } from '../../../server/channels/whatsapp/whatsapp-channel.ts';
import { syncTemplates } from '../../../server/domain/templates/sync-templates.ts';
import { startAttendance } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

/** A template with two variables: the customer's first name, and a text. */
export const VARIABLES: CampaignForm['variables'] = [
  { key: 'body.1', source: 'first_name', fallback: 'cliente' },
  { key: 'body.2', source: 'text', text: 'Ana' },
];
/** The whole day, whatever the hour of the test. */
export const ALL_DAY = { window_from: 0, window_to: 24 } as const;

/** A company with an approved template, whose campaigns are looked after quickly. */
export async function startCampaigning(options: Parameters<typeof startAttendance>[0] = {}) {
  const world = await startAttendance({
    ...options,
    attendance: { campaigns: { pollMs: 50, uncertainMs: 500, chunk: 7 }, ...options.attendance },
  });
  const { ana } = world.people;
  if (options.emulator !== null) {
    const { graphUrl } = world.emulator;
    const settings = { graphUrl: () => graphUrl, appSecret: 'x', accessToken: () => 't', defaultToken: 't' };
    await syncTemplates(world.server.services, new WhatsAppChannel(settings));
  }
  const [template] = await world.rows<{ id: string; tenant_id: string }>(
    `select t.id, t.tenant_id from message_template t join instance i on i.tenant_id = t.tenant_id
     where t.name = 'retomar_atendimento' and i.id = $1`,
    [world.instances.vendas],
  );
  const tenantId = template?.tenant_id ?? '';
  let last = 0;
  return {
    ...world,
    tenantId,
    templateId: template?.id ?? '',

    /** A group of so many new customers; answers it and their numbers. */
    async group(count: number): Promise<{ id: string; phones: string[]; customers: string[] }> {
      const from = last;
      last += count;
      const phones = Array.from({ length: count }, (_, index) => `55119${71_000_000 + from + index}`);
      const customers = await world.rows<{ id: string }>(
        `insert into customer (tenant_id, name, phone_number)
         select $1, 'Cliente ' || phone, phone from unnest($2::text[]) as phone returning id`,
        [tenantId, phones],
      );
      const [group] = await world.rows<{ id: string }>(
        'insert into customer_group (tenant_id, name) values ($1, $2) returning id',
        [tenantId, `Grupo ${from}`],
      );
      const ids = customers.map(({ id }) => id);
      await world.rows(
        'insert into customer_group_member (tenant_id, group_id, customer_id) select $1, $2, unnest($3::bigint[])',
        [tenantId, group?.id, ids],
      );
      return { id: group?.id ?? '', phones, customers: ids };
    },

    /** What the provider takes of the number in a second. */
    pace: (perSecond: number) =>
      world.rows(
        `insert into number_pace (tenant_id, instance_id, per_second) values ($1, $2, $3)
         on conflict (tenant_id, instance_id) do update set per_second = $3`,
        [tenantId, world.instances.vendas, perSecond],
      ),

    async draft(form: Partial<CampaignForm> & Pick<CampaignForm, 'group_id'>): Promise<Campaign> {
      const chosen = {
        template_id: template?.id ?? null,
        variables: VARIABLES,
        instance_ids: [world.instances.vendas],
      };
      const all = { name: 'Volta', ...chosen, ...ALL_DAY, ...form };
      return (await world.call(ana, newCampaign, all)).newCampaign;
    },

    async start(form: Partial<CampaignForm> & Pick<CampaignForm, 'group_id'>): Promise<string> {
      const { id } = await this.draft(form);
      await world.call(ana, startCampaign, { id });
      return id;
    },

    async details(id: string): Promise<CampaignDetails> {
      return (await world.call(ana, campaignDetails, { id })).campaignDetails;
    },

    async recipients(id: string, state: string | null = null): Promise<CampaignRecipient[]> {
      const items: CampaignRecipient[] = [];
      let after_id: string | null = null;
      do {
        const page: { items: CampaignRecipient[]; next: string | null } = (
          await world.call(ana, campaignRecipients, { id, states: state === null ? null : [state], after_id, limit: 3 })
        ).campaignRecipients;
        items.push(...page.items);
        after_id = page.next;
      } while (after_id !== null);
      return items;
    },

    async until(id: string, status: Campaign['status']): Promise<Campaign> {
      await expectEventually(async () => (await this.details(id)).campaign.status).toBe(status);
      return (await this.details(id)).campaign;
    },

    /** How often each of the numbers got something, by how many times. */
    async ledger(phones: readonly string[]): Promise<number[]> {
      const received = await world.emulator.received();
      return phones.map((phone) => received.filter(({ customer }) => customer === phone).length);
    },
  };
}
export type CampaignWorld = Awaited<ReturnType<typeof startCampaigning>>;
