import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ON_EXISTING, type OnExisting } from '../../../../contract/facts/imports.ts';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { CustomerImport } from '../../../machines/entities/imports.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { useAction } from '../form/use-action.ts';
import { heldList, useListing } from '../list/use-listing.ts';
import { CancelButton } from './ImportActions.tsx';
import { ImportCheckCard } from './ImportCheckCard.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportConsent, isHalfDeclared, noConsent } from './ImportConsent.tsx';
import { ImportHead } from './ImportHead.tsx';
import { mappingOf, targetsOf } from './targets.ts';
import styles from './Imports.module.css';

interface ImportEditorProps {
  readonly of: CustomerImport;
  readonly back: ReactNode;
  /** Whether its customers become a group. */
  readonly isGroup: boolean;
}

/** Before the import runs: column mapping, check results, and source of the consent. */
export function ImportEditor({ of, back, isGroup }: ImportEditorProps) {
  const text = useText();
  const failureText = useFailureText();
  const { directory } = useApp();
  const viewer = useSelector(directory.auth, selectViewer);
  const fields = useListing('choices.customerFields', heldList);
  const tags = useListing('choices.tags', heldList);
  const map = useAction('import.map', of.id);
  const start = useAction('import.start', of.id);
  const [targets, setTargets] = useState(() => targetsOf(of));
  const [existing, setExisting] = useState<OnExisting>(ON_EXISTING[0]);
  const [tagIds, setTagIds] = useState<readonly string[]>([]);
  const [consent, setConsent] = useState(noConsent);
  const { status, check } = of;
  const isChanged = targets.join() !== targetsOf(of).join();
  const hasPhone = targets.includes('phone');
  const isChecked = status === 'ready' && !isChanged && check !== null;
  const isChecking = status === 'checking' || map.isPending;
  const verify = () => map.run({ columns: mappingOf(targets) });
  // If the columns are recognised, the check starts without a question.
  const begin = useEffectEvent(() => {
    if (status === 'mapping' && hasPhone) verify();
  });
  useEffect(() => begin(), [of.id, status]);
  const take = () =>
    start.run({
      on_existing: existing,
      tag_ids: [...tagIds],
      ...(isGroup && { as_group: true }),
      ...(consent.isDeclared && {
        consent_origin: consent.origin,
        consent_day: consent.day === '' ? null : consent.day,
        consent_channels: [...consent.channels],
      }),
    });
  const failure = start.failure ?? map.failure;
  const count = check === null ? 0 : check.new + (existing === 'skip' ? 0 : check.existing);
  return (
    <div className={styles.page}>
      <ImportHead
        of={of}
        takesFocus={isGroup}
        actions={
          <>
            {back}
            <CancelButton of={of} size="md" />
            {isChecked ? (
              <Button
                variant="primary"
                isDisabled={count === 0 || isHalfDeclared(consent)}
                isPending={start.isPending}
                onPress={take}
              >
                {text('imports.start', { count })}
              </Button>
            ) : (
              <Button variant="primary" isDisabled={!hasPhone} isPending={isChecking} onPress={verify}>
                {text(check === null ? 'imports.check.run' : 'imports.check.again')}
              </Button>
            )}
          </>
        }
      />
      {failure !== null && <Banner tone="danger">{failureText(failure)}</Banner>}
      <div className={styles.editor}>
        <ImportColumns
          of={of}
          fields={fields.rows ?? []}
          targets={targets}
          isLocked={isChecking || start.isPending}
          onChange={setTargets}
        />
        <div className={styles.side}>
          <ImportCheckCard
            of={of}
            isCurrent={isChecked}
            hasPhone={hasPhone}
            existing={existing}
            onExisting={setExisting}
            tags={tags.rows ?? []}
            tagIds={tagIds}
            onTags={setTagIds}
          />
          <ImportConsent
            value={consent}
            onChange={setConsent}
            viewerName={viewer?.name ?? ''}
            problems={start.failure?.fields ?? {}}
          />
        </div>
      </div>
    </div>
  );
}
