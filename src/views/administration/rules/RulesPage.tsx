import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ListedRule } from '../../../machines/entities/rules.ts';
import { DownloadIcon, HistoryIcon, PlusIcon, RulesIcon, UploadIcon } from '../../kit/administration-icons.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { MoreIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/PageHead.tsx';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { DelayedSearch } from '../list/ListPage.tsx';
import { useListing, wholeList } from '../list/use-listing.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import { RuleList } from './RuleList.tsx';
import { useOrder } from './use-order.ts';
import { useRuleWords } from './use-rule-words.ts';
import styles from './Rules.module.css';

interface RulesPageProps {
  /** Id of the rule to edit, `new`, or null for none. */
  readonly id: string | null;
  /** The rule that a new one begins as. */
  readonly copyOf: string | null;
}

/** The rules in their order, the chosen one's editor, and its bench. */
export function RulesPage({ id, copyOf }: RulesPageProps) {
  const text = useText();
  const navigate = useNavigate();
  const listing = useListing('rules', wholeList);
  const words = useRuleWords();
  const order = useOrder(listing.rows);
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<'import' | 'export' | ListedRule | null>(null);
  const { rows } = order;
  const isEmpty = rows !== null && rows.length === 0;
  const create = (
    <LinkButton to="/rules?id=new" variant="primary" icon={<PlusIcon />}>
      {text('rule.new')}
    </LinkButton>
  );
  const original = rows?.find((rule) => rule.id === copyOf);
  return (
    <div className={styles.page} data-chosen={id === null ? undefined : true}>
      <PageHead
        title={text('rule.title')}
        tools={<DelayedSearch label={text('rule.search')} value={search} onSearch={setSearch} />}
        action={
          <>
            <LinkButton to="/rules?view=executions" icon={<HistoryIcon />}>
              {text('rule.executions')}
            </LinkButton>
            {create}
            <MenuButton
              label={text('rule.file')}
              variant="icon"
              placement="bottom end"
              groups={[
                {
                  id: 'file',
                  onSelect: (chosen) => setOpen(chosen === 'import' ? 'import' : 'export'),
                  entries: [
                    { id: 'import', label: text('rule.import'), icon: <UploadIcon /> },
                    { id: 'export', label: text('rule.export'), icon: <DownloadIcon /> },
                  ],
                },
              ]}
            >
              <MoreIcon />
            </MenuButton>
          </>
        }
      />
      <FailedLookups lookups={[{ hasFailed: listing.failure !== null, retry: listing.retry }, ...words.lookups]} />
      {isEmpty && id === null ? (
        <EmptyState icon={<RulesIcon />} title={text('rule.empty.title')} action={create}>
          {text('rule.empty.text')}
        </EmptyState>
      ) : (
        <div className={styles.panes}>
          <RuleList order={order} chosenId={id} words={words} search={search} />
          {id === null ? (
            <EmptyState className={styles.nothing} icon={<RulesIcon />} title={text('rule.none.title')}>
              {text('rule.none.text')}
            </EmptyState>
          ) : copyOf !== null && rows === null ? null : (
            <RuleEditor
              key={`${id}:${copyOf ?? ''}`}
              id={id}
              original={original}
              words={words}
              order={order}
              onDelete={(rule) => setOpen(rule)}
            />
          )}
        </div>
      )}
      {open === 'import' && <ImportDialog onClose={() => setOpen(null)} />}
      {open === 'export' && <ExportDialog onClose={() => setOpen(null)} />}
      {open !== null && typeof open === 'object' && (
        <ActionDialog
          form="rule.delete"
          formKey={open.id}
          title={text('rule.delete.title', { name: open.name })}
          confirmLabel={text('rule.delete')}
          tone="danger"
          onClose={() => setOpen(null)}
          onDone={() => void navigate('/rules')}
        >
          <p>{text('rule.delete.text')}</p>
        </ActionDialog>
      )}
    </div>
  );
}
