import { useEffect, useEffectEvent } from 'react';
import type { RuleExecution } from '../../../machines/entities/rules.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { HistoryIcon } from '../../kit/administration-icons.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing, wholeList } from '../list/use-listing.ts';
import { OUTCOME_TONES } from './outcome-tones.ts';
import { useRuleWords } from './use-rule-words.ts';

const queryOf = (rule: string): ListQuery => ({
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'at', descending: true },
  filters: filtersOf(rule),
});
const filtersOf = (rule: string): ListQuery['filters'] => (rule === '' ? {} : { rule });

/** What rules did, the latest first, of all or of one. */
export function RuleExecutions({ ruleId }: { readonly ruleId: string }) {
  const text = useText();
  const listing = useListing('rule.executions', queryOf(ruleId));
  const rules = useListing('rules', wholeList);
  const { query, updateQuery } = listing;
  // The list keeps what it last showed.
  const follow = useEffectEvent(() => {
    if ((query.filters['rule'] ?? '') !== ruleId) updateQuery({ page: 1, filters: filtersOf(ruleId) });
  });
  useEffect(() => follow(), [ruleId]);
  return (
    <ListPage
      listing={listing}
      title={text('rule.executions')}
      columns={useColumns()}
      idOf={({ id }) => id}
      nameOf={({ rule }) => rule.name}
      filters={[
        {
          name: 'rule',
          label: text('rule.run.rule'),
          all: text('rule.run.all'),
          options: (rules.rows ?? []).map(({ id, name }) => ({ id, label: name })),
        },
      ]}
      action={<LinkButton to="/rules">{text('rule.back')}</LinkButton>}
      empty={
        <EmptyState icon={<HistoryIcon />} title={text('rule.run.empty.title')}>
          {text('rule.run.empty.text')}
        </EmptyState>
      }
    />
  );
}

function useColumns(): readonly TableColumn<RuleExecution>[] {
  const text = useText();
  const formats = useFormats();
  const words = useRuleWords();
  return [
    {
      id: 'rule',
      title: text('rule.run.rule'),
      cell: ({ rule, number, causes }) => (
        <FirstCell
          name={rule.name}
          about={
            causes.length === 0
              ? text('rule.edit.number', { number })
              : text('rule.run.causes', { names: causes.join(', ') })
          }
        />
      ),
    },
    { id: 'at', title: text('rule.run.at'), cell: ({ at }) => `${formats.date(at)} ${formats.time(at)}` },
    { id: 'event', title: text('rule.run.event'), cell: ({ event }) => words.eventOf(event) },
    {
      id: 'outcome',
      title: text('rule.run.outcome'),
      cell: ({ outcome }) => <Tag tone={OUTCOME_TONES[outcome]}>{text(`rule.outcome.${outcome}`)}</Tag>,
    },
    {
      id: 'steps',
      title: text('rule.run.steps'),
      cell: ({ steps }) => (steps.length === 0 ? <NoValue /> : steps.map(words.stepOf).join(', ')),
    },
    {
      id: 'customer',
      title: text('rule.run.customer'),
      cell: ({ customer }) => customer?.name ?? <NoValue />,
    },
    {
      id: 'ticket',
      title: text('rule.run.ticket'),
      cell: ({ chatTicket }) => chatTicket?.protocol ?? <NoValue />,
    },
  ];
}
