import { CAMPAIGN_TABS, RECIPIENT_STAGES, isRecipientStage } from '../../../contract/facts/campaigns.ts';
import * as z from 'zod/mini';
import { campaignFormSchema } from '../../../contract/entities/campaign.ts';
import type { Campaign as WireCampaign } from '../../../contract/entities/campaign.ts';
import * as calls from '../../../contract/graphql/campaigns.ts';
import { messageRateSchema, rateKeySchema } from '../../../contract/entities/message-rate.ts';
import { deleteMessageRate, messageRates, setMessageRate } from '../../../contract/graphql/message-rates.ts';
import { customerCampaigns, type CustomerCampaign } from '../../../contract/graphql/customer-campaigns.ts';
import { uploadCampaignFile } from '../../../contract/rest/campaign-files.ts';
import type { CampaignDetails } from '../../../contract/graphql/campaigns.ts';
import type { Campaign, CampaignProgress } from '../../machines/entities/campaigns.ts';
import type { FormValue, FormValues, ValuesOf } from '../../machines/entities/forms.ts';
import type { ListName } from '../../machines/log/events-administration.ts';
import { ABANDONED } from '../calls/failure.ts';
import type { CallParts } from '../calls/parts.ts';
import type { KeptFiles } from '../storage/outgoing-files.ts';
import { graphqlCall } from '../tenant/request.ts';
import { mapped, parseValues } from './sources.ts';
import type { FormSources, ListSources } from './sources.ts';

const CAMPAIGN_LISTS: readonly ListName[] = ['campaigns', 'campaigns.active', 'campaign'];

const RATE_LISTS: readonly ListName[] = ['campaign.rates', 'campaign.rehearsal', 'campaign'];

type Lists =
  | 'campaigns'
  | 'campaigns.active'
  | 'campaign'
  | 'campaign.recipients'
  | 'campaign.rehearsal'
  | 'campaign.rates'
  | 'customer.campaigns';

/** Campaigns, their results and their recipients. */
export function campaignLists(parts: CallParts): Pick<ListSources, Lists> {
  const { gateway } = parts;
  const page = async (statuses: readonly string[], search: string, pagination_page: number, limit: number) => {
    const variables = { statuses, search, pagination_page, pagination_limit: limit };
    const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.campaigns, { variables }));
    return mapped(result, ({ campaigns: { items, total_items: total } }) => ({ rows: items.map(campaignOf), total }));
  };
  return {
    campaigns: async ({ filters: { tab = 'active' }, search, page: at, limit }) =>
      mapped(await page(statusesOf(tab), search, at, limit), (found) => ({ list: 'campaigns', ...found })),
    'campaigns.active': async ({ limit }) =>
      mapped(await page(CAMPAIGN_TABS.active, '', 1, limit), (found) => ({ list: 'campaigns.active', ...found })),
    campaign: async ({ filters: { id = '' } }) => {
      const result = await gateway.request(
        graphqlCall(parts, 'list.fetch', calls.campaignDetails, { variables: { id } }),
      );
      return mapped(result, ({ campaignDetails }) => ({
        list: 'campaign',
        rows: [progressOf(campaignDetails)],
        total: 1,
      }));
    },
    'campaign.recipients': async ({ filters: { campaign = '', stage = 'all', after }, search, limit }) => {
      const chosen = isRecipientStage(stage) ? stage : 'all';
      const variables = {
        id: campaign,
        states: RECIPIENT_STAGES[chosen],
        answered: chosen === 'answered',
        search,
        after_id: after ?? null,
        limit,
      };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', calls.campaignRecipients, { variables }));
      return mapped(result, ({ campaignRecipients: { items, next } }) => ({
        list: 'campaign.recipients',
        rows: items.map((item) => ({
          id: item.customer.id,
          name: item.customer.name,
          phone: item.address,
          instanceId: item.instance_id,
          ...outcomeOf(item),
        })),
        total: items.length,
        facts: { more: next === null ? 0 : 1, campaign: Number(campaign) },
      }));
    },
    'campaign.rates': async () => {
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', messageRates, { variables: {} }));
      return mapped(result, ({ messageRates: rates }) => ({
        list: 'campaign.rates',
        rows: rates.map((rate) => ({ ...rate, id: `${rate.category} ${rate.prefix} ${rate.since}` })),
        total: rates.length,
      }));
    },
    'customer.campaigns': async ({ filters: { customer = '' }, page: at, limit }) => {
      const variables = { customer_id: customer, pagination_page: at, pagination_limit: limit };
      const result = await gateway.request(graphqlCall(parts, 'list.fetch', customerCampaigns, { variables }));
      return mapped(result, ({ customerCampaigns: { items, total_items: total } }) => ({
        list: 'customer.campaigns',
        rows: items.map(({ campaign, ...item }) => ({ ...campaign, ...outcomeOf(item) })),
        total,
        facts: { customer: Number(customer) },
      }));
    },
    'campaign.rehearsal': async ({ filters: { id = '' } }) => {
      const result = await gateway.request(
        graphqlCall(parts, 'list.fetch', calls.campaignDryRun, { variables: { id } }),
      );
      return mapped(result, ({ campaignDryRun: { left_out: leftOut, ...rest } }) => ({
        list: 'campaign.rehearsal',
        rows: [{ ...rest, leftOut }],
        total: 1,
      }));
    },
  };
}

/** Its result for one customer. */
function outcomeOf(item: Pick<calls.CampaignRecipient, keyof CustomerCampaign & keyof calls.CampaignRecipient>) {
  return {
    state: item.state,
    skipReason: item.skip_reason,
    errorCode: item.error_code,
    errorKey: item.error_key,
    sentAt: momentOf(item.sent_at),
    answeredAt: momentOf(item.answered_at),
    ticketId: item.ticket_id,
  };
}

function statusesOf(tab: string): readonly string[] {
  if (tab === 'drafts' || tab === 'over') return CAMPAIGN_TABS[tab];
  return CAMPAIGN_TABS.active;
}

type Forms =
  | 'campaign'
  | 'campaign.rate'
  | 'campaign.rate.delete'
  | 'campaign.start'
  | 'campaign.pause'
  | 'campaign.resume'
  | 'campaign.cancel'
  | 'campaign.retry'
  | 'campaign.unschedule'
  | 'campaign.test'
  | 'campaign.file';

const COPY = 'copy:';
const startSchema = z.object({ version: z.nullable(z.int()) });
const testSchema = z.object({
  instance_id: z.string({ error: 'error.field.required' }),
  to_number: z.string().check(z.minLength(1, 'error.field.required')),
  batch: z.int(),
});

/** Editing drafts, and actions on campaigns. */
export function campaignForms(parts: CallParts, files: KeptFiles): Pick<FormSources, Forms> {
  const { gateway } = parts;
  const saved = ({ id, version }: WireCampaign) => ({ id, version: String(version), lists: CAMPAIGN_LISTS });
  return {
    campaign: {
      load: async (key) => {
        if (key === 'new') return { ok: true, answer: { values: NEW, version: null } };
        const id = key.startsWith(COPY) ? key.slice(COPY.length) : key;
        const result = await gateway.request(
          graphqlCall(parts, 'form.load', calls.campaignDetails, { variables: { id } }),
        );
        return mapped(result, ({ campaignDetails: { campaign } }) => {
          const values = valuesOf(campaign);
          if (key === id) return { values, version: String(campaign.version) };
          return { values: { ...values, starts_at: null }, version: null };
        });
      },
      save: async (key, values, version) => {
        const input = parseValues(campaignFormSchema, withoutOther(values));
        if (!input.ok) return input;
        if (key === 'new' || key.startsWith(COPY)) {
          const made = await gateway.request(
            graphqlCall(parts, 'form.save', calls.newCampaign, { variables: input.answer }),
          );
          return mapped(made, ({ newCampaign }) => saved(newCampaign));
        }
        const variables = { ...input.answer, id: key, version: version === null ? null : Number(version) };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.updateCampaign, { variables }));
        return mapped(result, ({ updateCampaign }) => saved(updateCampaign));
      },
    },
    'campaign.rate': {
      save: async (_key, values) => {
        const input = parseValues(messageRateSchema, { ...values, amount: amountOf(values.amount) });
        if (!input.ok) return input;
        const result = await gateway.request(
          graphqlCall(parts, 'form.save', setMessageRate, { variables: input.answer }),
        );
        return mapped(result, () => ({ id: null, version: null, lists: RATE_LISTS }));
      },
    },
    'campaign.rate.delete': {
      save: async (_key, values) => {
        const input = parseValues(rateKeySchema, values);
        if (!input.ok) return input;
        const result = await gateway.request(
          graphqlCall(parts, 'form.save', deleteMessageRate, { variables: input.answer }),
        );
        return mapped(result, () => ({ id: null, version: null, lists: RATE_LISTS }));
      },
    },
    'campaign.start': {
      save: async (id, { version = null }) => {
        const input = parseValues(startSchema, { version });
        if (!input.ok) return input;
        const variables = { id, ...input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.startCampaign, { variables }));
        return mapped(result, ({ startCampaign }) => saved(startCampaign));
      },
    },
    'campaign.pause': {
      save: async (id) =>
        mapped(
          await gateway.request(graphqlCall(parts, 'form.save', calls.pauseCampaign, { variables: { id } })),
          ({ pauseCampaign }) => saved(pauseCampaign),
        ),
    },
    'campaign.resume': {
      save: async (id) =>
        mapped(
          await gateway.request(graphqlCall(parts, 'form.save', calls.resumeCampaign, { variables: { id } })),
          ({ resumeCampaign }) => saved(resumeCampaign),
        ),
    },
    'campaign.cancel': {
      save: async (id) =>
        mapped(
          await gateway.request(graphqlCall(parts, 'form.save', calls.cancelCampaign, { variables: { id } })),
          ({ cancelCampaign }) => saved(cancelCampaign),
        ),
    },
    'campaign.unschedule': {
      save: async (id) =>
        mapped(
          await gateway.request(graphqlCall(parts, 'form.save', calls.unscheduleCampaign, { variables: { id } })),
          ({ unscheduleCampaign }) => saved(unscheduleCampaign),
        ),
    },
    'campaign.retry': {
      save: async (id) =>
        mapped(
          await gateway.request(graphqlCall(parts, 'form.save', calls.retryCampaign, { variables: { id } })),
          ({ retryCampaign }) => saved(retryCampaign),
        ),
    },
    'campaign.test': {
      save: async (id, { instance_id = null, to_number = null, batch = 1 }) => {
        const input = parseValues(testSchema, { instance_id, to_number, batch });
        if (!input.ok) return input;
        const variables = { id, ...input.answer };
        const result = await gateway.request(graphqlCall(parts, 'form.save', calls.testCampaign, { variables }));
        return mapped(result, ({ testCampaign }) => ({ id: testCampaign.id, version: null, lists: ['campaign'] }));
      },
    },
    'campaign.file': {
      save: async (clientId, { file_name }, _version, { signal }) => {
        const name = typeof file_name === 'string' ? file_name : '';
        const [file, { GONE, uploadTo }] = await Promise.all([files.read(clientId), import('../tenant/uploads.ts')]);
        if (file === null) return { ok: false, failure: GONE };
        const upload = { command: 'form.save', clientId, name, file, query: {} } as const;
        const result = await uploadTo(parts, uploadCampaignFile, upload, signal);
        if (!result.ok) return result;
        if (result.answer === null) return { ok: false, failure: ABANDONED };
        return { ok: true, answer: { id: result.answer.id, version: null, lists: [] } };
      },
    },
  };
}

/** Initial values of a draft; no audience is preselected, so that nobody is messaged by mistake. */
const NEW: ValuesOf<'campaign'> = {
  name: '',
  audience_id: null,
  group_id: null,
  instance_ids: [],
  template_id: null,
  message: null,
  file_id: null,
  file_name: null,
  variables: [],
  window_from: 9,
  window_to: 22,
  requires_consent: false,
  skip_in_attendance: true,
  weekly_limit: null,
  starts_at: null,
  per_minute: null,
  batches: [100],
  batch_minutes: 60,
  part_messages: [],
};

function valuesOf(campaign: WireCampaign): ValuesOf<'campaign'> {
  const { id: _id, status: _status, reason: _reason, version: _version, counts: _counts, ...rest } = campaign;
  const { audience_name: _a, group_name: _g, template_name: _t, created_at: _c, started_at: _s, ...more } = rest;
  const { finished_at: _f, ...values } = more;
  return values;
}

/** An amount as it was typed, with a comma or a point. */
function amountOf(typed: FormValue | undefined): FormValue {
  if (typeof typed !== 'string' || !/^\d+(?:[.,]\d+)?$/u.test(typed.trim())) return null;
  return Number(typed.trim().replace(',', '.'));
}

/** A chosen template overrides a text written before. */
function withoutOther(values: ValuesOf<'campaign'>): FormValues {
  const isTemplate = typeof values.template_id === 'string';
  const given = Object.entries({ ...values, ...(isTemplate && { message: null }) });
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function momentOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

function campaignOf(campaign: WireCampaign): Campaign {
  return {
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    reason: campaign.reason,
    version: campaign.version,
    audience: campaign.audience_name,
    group: campaign.group_name,
    template: campaign.template_name,
    message: campaign.message,
    file: campaign.file_name,
    partMessages: campaign.part_messages.map(({ batch, template_name: template, message, file_name: file }) => ({
      batch,
      template,
      message,
      file,
    })),
    instanceIds: campaign.instance_ids,
    channel: campaign.channel,
    startsAt: momentOf(campaign.starts_at),
    startedAt: momentOf(campaign.started_at),
    finishedAt: momentOf(campaign.finished_at),
    createdAt: Date.parse(campaign.created_at),
    window: { from: campaign.window_from, to: campaign.window_to },
    perMinute: campaign.per_minute,
    batches: campaign.batches,
    batchMinutes: campaign.batch_minutes,
    counts: campaign.counts,
  };
}

function progressOf({
  campaign,
  skipped,
  failed,
  queue,
  numbers,
  tests,
  parts,
  costs,
}: CampaignDetails): CampaignProgress {
  return {
    ...campaignOf(campaign),
    skipped,
    failed: failed.map(({ error_code: code, error_key: key, count }) => ({ code, key, count })),
    queue: queue.map(({ until, ...rest }) => ({ ...rest, until: momentOf(until) })),
    numbers: numbers.map(({ instance_id: id, last_minute: lastMinute, ...rest }) => ({ id, lastMinute, ...rest })),
    parts,
    costs,
    tests: tests.map(({ error_key: errorKey, created_at: at, batch: place, ...rest }) => ({
      ...rest,
      place,
      errorKey,
      at: Date.parse(at),
    })),
  };
}
