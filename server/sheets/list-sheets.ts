import type { CustomerGroup } from '../../contract/entities/audience.ts';
import type { Campaign } from '../../contract/entities/campaign.ts';
import type { ManagedTemplate } from '../../contract/entities/managed-template.ts';
import { RECIPIENT_STAGES } from '../../contract/facts/campaigns.ts';
import type { Locale } from '../../contract/facts/locales.ts';
import { catalogueWords } from '../catalogue-words.ts';
import type { ListRows } from '../domain/list-sheet-rows.ts';
import { heading } from './sheet.ts';
import type { Cell, Column, Heading, Sheet } from './sheet.ts';

/** The screens' word. */
const word = (locale: Locale, id: string): string | undefined => catalogueWords(locale).get(id);
const worded = (id: string): Heading => ({
  pt_BR: word('pt_BR', id) ?? id,
  pt: word('pt', id) ?? id,
  en: word('en', id) ?? id,
});

const text = <Row>(name: Heading, of: (row: Row) => Cell, width = 24): Column<Row> => ({
  heading: name,
  kind: 'text',
  width,
  of,
});
const number = <Row>(name: Heading, of: (row: Row) => number): Column<Row> => ({
  heading: name,
  kind: 'number',
  width: 14,
  of,
});

const STAGES = ['queued', 'sent', 'delivered', 'read', 'failed', 'uncertain', 'skipped', 'cancelled'] as const;

/** A campaign per row, with how many of its recipients are in each stage. */
export function campaignsSheetOf({ rows, wall }: ListRows<Campaign>, locale: Locale): Sheet<Campaign> {
  const moment = (name: Heading, of: (row: Campaign) => string | null): Column<Campaign> => ({
    heading: name,
    kind: 'moment',
    width: 20,
    of: (row) => {
      const at = of(row);
      return at === null ? null : wall(at);
    },
  });
  const everybody = word(locale, 'campaign.audience.all') ?? null;
  const said = ({ template_name: template, file_name: file, message }: Campaign) =>
    template ?? [file, message].filter((each) => each !== null && each !== '').join(' · ');
  return {
    name: worded('campaign.title'),
    fileName: 'campanhas',
    columns: [
      text(heading('Nome', 'Name'), ({ name }) => name, 32),
      text(worded('campaign.tabs'), ({ status }) => word(locale, `campaign.status.${status}`) ?? status, 16),
      text(heading('Para', 'For'), ({ audience_name: of, group_name: group }) => of ?? group ?? everybody),
      text(heading('Mensagem', 'Message'), said, 32),
      moment(heading('Criada em', 'Created at'), (row) => row.created_at),
      moment(heading('Agendada para', 'Scheduled for'), (row) => row.starts_at),
      moment(heading('Começou em', 'Began at'), (row) => row.started_at),
      moment(heading('Terminou em', 'Ended at'), (row) => row.finished_at),
      number(worded('campaign.stage.prepared'), ({ counts }) => counts.total - counts.skipped),
      ...STAGES.map((stage) =>
        number<Campaign>(worded(`campaign.stage.${stage}`), ({ counts }) =>
          RECIPIENT_STAGES[stage].reduce((sum, state) => sum + counts[state], 0),
        ),
      ),
      number(worded('campaign.stage.answered'), ({ counts }) => counts.answered),
    ],
    rows,
  };
}

/** A group of customers per row. */
export function customerGroupsSheetOf({ rows, wall }: ListRows<CustomerGroup>, locale: Locale): Sheet<CustomerGroup> {
  const byHand = word(locale, 'group.audience.none') ?? null;
  return {
    name: worded('group.title'),
    fileName: 'grupos-de-clientes',
    columns: [
      text(worded('group.name'), ({ name }) => name, 32),
      number(worded('group.members'), ({ member_count: count }) => count),
      text(worded('group.audience'), ({ audience }) => audience?.name ?? byHand, 32),
      {
        heading: worded('group.filled'),
        kind: 'moment',
        width: 20,
        of: ({ filled_at: at }) => (at === null ? null : wall(at)),
      },
    ],
    rows,
  };
}

/** A message template per row. */
export function templatesSheetOf({ rows, wall }: ListRows<ManagedTemplate>, locale: Locale): Sheet<ManagedTemplate> {
  const called = (of: string, value: string) => word(locale, `template.${of}.${value}`) ?? value;
  return {
    name: worded('template.title'),
    fileName: 'modelos',
    columns: [
      text(worded('template.name'), ({ name }) => name, 32),
      text(worded('template.state'), ({ status }) => called('state', status), 16),
      text(worded('template.category'), ({ category }) => called('category', category), 16),
      text(worded('template.language'), ({ language }) => called('language', language)),
      text(worded('template.quality'), ({ quality }) => (quality === null ? null : called('quality', quality)), 12),
      text(worded('template.account'), ({ account }) => account),
      text(worded('template.body'), ({ body }) => body, 60),
      { heading: worded('template.updated'), kind: 'moment', width: 20, of: ({ updated_at: at }) => wall(at) },
    ],
    rows,
  };
}
