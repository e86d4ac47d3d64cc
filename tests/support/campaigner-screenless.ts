import type { SkipReason } from '../../contract/facts/campaigns.ts';
import { selectNews } from '../../src/machines/campaign/campaign.selectors.ts';
import { rowsOf } from '../../src/machines/listing/listing.selectors.ts';
import { selectInstances } from '../../src/machines/shell/shell.selectors.ts';
import { countOf } from '../../src/machines/entities/campaigns.ts';
import { mappingOf, targetsOf } from '../../src/views/administration/imports/targets.ts';
import { CAMPAIGN_INSTANCE, CAMPAIGN_TEMPLATE, CAMPAIGN_TEXTS } from './campaigner.ts';
import type { Campaigner, CampaignLooks } from './campaigner.ts';
import type { Customer } from './journeys-people.ts';
import { Office } from './office.ts';
import { DEMO_PASSWORD } from './server.ts';

/** At a wired client: what the screens do between a person and the log, and nothing more. */
export class ScreenlessCampaigner implements Campaigner {
  readonly #office: Office;
  /** Of what was made here, by name. */
  readonly #ids = new Map<string, string>();

  static async arrive(url: string, tenant: string, email: string): Promise<ScreenlessCampaigner> {
    const office = new Office('the campaigner', url, tenant);
    await office.client.logIn(email, DEMO_PASSWORD, 'rest');
    return new ScreenlessCampaigner(office);
  }

  constructor(office: Office) {
    this.#office = office;
  }

  async importBase(file: string, csv: string): Promise<void> {
    const { client } = this.#office;
    const clientId = crypto.randomUUID();
    client.adapters.files.keep(clientId, new File([csv], file, { type: 'text/csv' }));
    const id = await this.#office.save('import.upload', clientId, {}, { file_name: file });
    const filters = { import: id };
    const [uploaded] = await this.#office.listed(
      'import',
      filters,
      ([row]) => row?.id === id && row.status === 'mapping',
    );
    if (uploaded === undefined) throw new Error(`${file} is not there`);
    const columns = mappingOf(targetsOf(uploaded)).map((column) => ({ ...column }));
    await this.#office.save('import.map', id, {}, { columns });
    await this.#office.listed('import', filters, ([row]) => row?.status === 'ready');
    await this.#office.save('import.start', id, {}, { on_existing: 'fill', tag_ids: [] });
  }

  async seesImported(file: string, counts: { readonly added: number; readonly refused: number }): Promise<void> {
    await this.#office.listed('imports', {}, (rows) => {
      const row = rows.find(({ name }) => name === file);
      return row?.status === 'done' && row.added === counts.added && row.refused === counts.refused;
    });
  }

  async buildAudience(name: string, word: string, size: number): Promise<void> {
    const tree = { all: [{ field: 'name', op: 'has', value: word }] };
    await this.#office.listed('audience.count', { tree: JSON.stringify(tree) }, ([row]) => row?.total === size);
    this.#ids.set(name, await this.#office.save('audience', 'new', { name, tree }));
  }

  async seesAudience(name: string): Promise<void> {
    await this.#office.listed('audiences', {}, (rows) => rows.some((row) => row.name === name));
  }

  async sendCampaign(name: string, audience: string): Promise<void> {
    const { client } = this.#office;
    const instances = await client.waitFor(({ shell }) => selectInstances(shell.getSnapshot()));
    const instanceId = instances.find((each) => each.name === CAMPAIGN_INSTANCE)?.id ?? '';
    const templates = await this.#office.listed('chat.templates', { instance: instanceId }, (rows) => rows.length > 0);
    const template = templates.find((each) => each.name === CAMPAIGN_TEMPLATE);
    if (template === undefined) throw new Error('The template is not offered');
    const id = await this.#office.save('campaign', 'new', {
      name,
      instance_ids: [instanceId],
      audience_id: this.#idOf(audience),
      template_id: template.id,
      variables: template.variables.map(({ key }, at) => ({
        key,
        source: 'text',
        text: CAMPAIGN_TEXTS[at] ?? '',
        field_id: null,
        fallback: null,
      })),
      window_from: 0,
      window_to: 24,
    });
    this.#ids.set(name, id);
    await this.#office.save('campaign.start', id, {}, { version: null });
  }

  async resume(campaign: string): Promise<void> {
    await this.#office.save('campaign.resume', this.#idOf(campaign), {}, {});
  }

  async block({ phone }: Customer): Promise<void> {
    await this.#office.save('blockedContacts', 'new', { numbers: phone }, { numbers: '', reason: '' });
  }

  /** As the campaign's page: what was loaded, or what was told since. */
  async seesCampaign(name: string, { status, reason, counts }: CampaignLooks): Promise<void> {
    const id = this.#idOf(name);
    this.#office.look('campaign', { id });
    await this.#office.waits(`${name} ${status} ${JSON.stringify(counts)}`, ({ directory }) => {
      const snapshot = directory.list('campaign')?.getSnapshot();
      const loaded = snapshot && rowsOf(snapshot.context.page, 'campaign').find((row) => row.id === id);
      const actor = directory.campaign(id);
      const news = actor && selectNews(actor.getSnapshot());
      const shown = loaded === undefined || (news?.version ?? -1) > loaded.version ? news : loaded;
      return (
        shown?.status === status &&
        (reason === undefined || shown.reason === reason) &&
        Object.entries(counts).every(([stage, count]) => countOf(shown.counts, stageOf(stage)) === count)
      );
    });
  }

  async seesLeftOut(campaign: string, { phone }: Customer, reason: SkipReason): Promise<void> {
    const filters = { campaign: this.#idOf(campaign), stage: 'skipped' };
    await this.#office.listed('campaign.recipients', filters, (rows) =>
      rows.some((row) => row.phone === phone && row.skipReason === reason),
    );
  }

  async check(): Promise<void> {
    this.#office.checkParsed();
  }

  recorded(): ReturnType<Campaigner['recorded']> {
    return this.#office.recorded();
  }

  async close(): Promise<void> {
    this.#office.client.kill();
  }

  #idOf(name: string): string {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`${name} was not made here`);
    return id;
  }
}

function stageOf(name: string): keyof CampaignLooks['counts'] {
  return name === 'answered' || name === 'skipped' ? name : 'sent';
}
