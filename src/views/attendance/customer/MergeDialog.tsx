import { useEffect, useEffectEvent, useState } from 'react';
import type { FoundCustomer, MergePreview } from '../../../machines/entities/customers.ts';
import type { CustomerId } from '../../../machines/entities/ids.ts';
import { useAction } from '../../administration/form/use-action.ts';
import { useListing, wholeList } from '../../administration/list/use-listing.ts';
import { useFailureText, useIsText } from '../../app/failure-text.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { Pressable } from '../../kit/Pressable.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useAskedListing } from '../templates/use-asked-listing.ts';
import { MergeTable } from './MergeTable.tsx';
import type { Taken } from './MergeTable.tsx';
import styles from './MergeDialog.module.css';

/** As many customers are listed at a time. */
const LISTED = 20;

interface MergeDialogProps {
  /** Who remains. */
  readonly customerId: CustomerId;
  readonly name: string;
  readonly onClose: () => void;
}

/** Chooses the other customer, shows what both have, and merges them. */
export function MergeDialog({ customerId, name, onClose }: MergeDialogProps) {
  const text = useText();
  const failureText = useFailureText();
  const isText = useIsText();
  const [other, setOther] = useState<FoundCustomer | null>(null);
  const [taken, setTaken] = useState<Taken>({ name: false, image: false });
  const [turn, setTurn] = useState(0);
  const {
    rows,
    isAnswered,
    failure: unknown,
    retry,
  } = useAskedListing('chat.merge', other === null ? null : { customer: customerId, other: other.id }, turn);
  const answered = unknown === null ? rows : null;
  const preview: MergePreview | null = answered?.find(({ from }) => from.card.id === other?.id) ?? null;
  const { run, isPending, isDone, failure } = useAction('chat.merge', customerId);
  /** Whether the last run was for the other one who is looked at. */
  const [isRun, setRun] = useState(false);
  const done = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);
  const problem = preview?.problem ?? null;
  const choose = (chosen: FoundCustomer | null) => {
    setOther(chosen);
    setTaken({ name: false, image: false });
    setRun(false);
    setTurn(turn + 1);
  };
  /** What stood in the way may be over by now. */
  const lookAgain = () => {
    setRun(false);
    setTurn(turn + 1);
  };
  const refusal =
    isRun && failure !== null
      ? failureText(failure)
      : problem !== null && isText(problem.key)
        ? text(problem.key, problem.params)
        : null;
  return (
    <Dialog
      isOpen
      size="lg"
      title={text('merge.title')}
      onClose={onClose}
      footer={
        <>
          {other !== null && <Button onPress={() => choose(null)}>{text('merge.back')}</Button>}
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          {other !== null && (
            <Button
              variant="danger"
              isDisabled={preview === null || problem !== null}
              isPending={isPending}
              onPress={() => {
                setRun(true);
                run({ other_id: other.id, take_name: taken.name, take_image: taken.image });
              }}
            >
              {text('merge.confirm')}
            </Button>
          )}
        </>
      }
    >
      {other === null ? (
        <Others customerId={customerId} name={name} onChoose={choose} />
      ) : unknown !== null ? (
        <ErrorState title={text('merge.previewFailed')} onRetry={retry} />
      ) : preview === null ? (
        <SkeletonRows count={6} />
      ) : (
        <>
          <MergeTable preview={preview} taken={taken} onTake={setTaken} />
          <p className={styles.keeps}>
            {text('merge.keeps')}{' '}
            {(preview.into.isBlocked || preview.from.isBlocked) && `${text('merge.keepsBlocked')} `}
            <strong>{text('merge.forGood')}</strong>
          </p>
        </>
      )}
      {other !== null && refusal !== null && (
        <Banner
          tone="danger"
          action={
            problem !== null && (
              <Button size="sm" isPending={!isAnswered} onPress={lookAgain}>
                {text('action.retry')}
              </Button>
            )
          }
        >
          {refusal}
        </Banner>
      )}
    </Dialog>
  );
}

interface OthersProps {
  readonly customerId: CustomerId;
  readonly name: string;
  readonly onChoose: (other: FoundCustomer) => void;
}

/** The customers whom the viewer sees, found by name or number. */
function Others({ customerId, name, onChoose }: OthersProps) {
  const text = useText();
  const formats = useFormats();
  const { rows, failure, query, updateQuery, retry } = useListing('chat.mergeWith', { ...wholeList, limit: LISTED });
  const others = rows?.filter(({ id }) => id !== customerId) ?? [];
  return (
    <>
      <p className={styles.lead}>{text('merge.lead', { name })}</p>
      <SearchField
        label={text('merge.search')}
        value={query.search}
        onChange={(search) => updateQuery({ search, page: 1 })}
      />
      {failure !== null && rows === null ? (
        <ErrorState title={text('merge.failed')} onRetry={retry} />
      ) : rows === null ? (
        <SkeletonRows count={4} />
      ) : others.length === 0 ? (
        <p className={styles.none} role="status">
          {text('merge.none')}
        </p>
      ) : (
        <ul role="list" className={styles.others} aria-label={text('merge.found')}>
          {others.map((each) => (
            <li key={each.id}>
              <Pressable className={styles.other} onPress={() => onChoose(each)}>
                <Avatar name={each.name} seed={each.id} image={each.image} />
                <span className={styles.who}>
                  <strong>{each.name}</strong>
                  <small>{formats.phone(each.phone)}</small>
                </span>
              </Pressable>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
