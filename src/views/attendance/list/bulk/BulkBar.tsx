import { useState } from 'react';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { useApp, useObservable } from '../../../app/app-context.tsx';
import { useFailureText } from '../../../app/failure-text.ts';
import { Prepared } from '../../../app/Prepared.tsx';
import { Button, IconButton } from '../../../kit/Button.tsx';
import { CloseIcon, MoreIcon } from '../../../kit/icons.tsx';
import { MenuButton } from '../../../kit/MenuButton.tsx';
import { useText } from '../../../kit/useText.ts';
import { OutcomePart } from '../../chat/outcome/OutcomePart.tsx';
import { ScheduledLoss } from '../../chat/scheduled/ScheduledLoss.tsx';
import type { BulkAction } from './bulk-actions.ts';
import { BulkSnooze } from './BulkSnooze.tsx';
import { BulkTransfer } from './BulkTransfer.tsx';
import { Options } from './Options.tsx';
import { BulkRun } from './run.ts';
import styles from './Bulk.module.css';

interface BulkBarProps {
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ids: ReadonlySet<string>) => void;
}

type Kind = BulkAction['kind'];

/** What the bar’s menu offers; for what is finished only the last. */
const forOpen = ['take', 'snooze', 'read', 'unread', 'untag'] as const;
const forFinished = ['untag'] as const;

/** How many conversations are ticked, and what can be done with all of them. */
export function BulkBar(props: BulkBarProps) {
  return (
    <Prepared fallback={null}>
      <Bar {...props} />
    </Prepared>
  );
}

function Bar({ ticked, onTick }: BulkBarProps) {
  const { directory } = useApp();
  const text = useText();
  const order = useObservable(directory.ticketOrder);
  const [asked, ask] = useState<{ readonly kind: Kind; readonly ids: readonly string[] }>();
  // In the list's order; what left the list isn't ticked any more.
  const ids = order.ids.filter((id) => ticked.has(id));
  // What is finished can only be tagged.
  const open = ids.filter((id) => directory.ticket(id)?.getSnapshot().context.ticket?.finishedAt === null);
  const more = open.length > 0 ? forOpen : forFinished;
  const close = () => ask(undefined);
  const done = (finished: readonly string[]) => {
    const next = new Set(ticked);
    for (const id of finished) next.delete(id);
    onTick(next);
  };
  return (
    <>
      {ids.length > 0 && (
        <div role="group" aria-label={text('bulk.label')} className={styles.tools}>
          <span role="status" className={styles.count}>
            {text('bulk.count', { count: ids.length })}
          </span>
          <IconButton label={text('bulk.clear')} icon={<CloseIcon />} onPress={() => onTick(new Set())} />
          {open.length > 0 && (
            <>
              <Button size="sm" onPress={() => ask({ kind: 'transfer', ids: open })}>
                {text('bulk.transfer')}
              </Button>
              <Button size="sm" onPress={() => ask({ kind: 'finish', ids: open })}>
                {text('bulk.finish')}
              </Button>
            </>
          )}
          <Button size="sm" onPress={() => ask({ kind: 'tag', ids })}>
            {text('bulk.tag')}
          </Button>
          <MenuButton
            variant="icon"
            placement="top end"
            label={text('bulk.more')}
            groups={[
              {
                id: 'bulk',
                entries: more.map((kind) => ({ id: kind, label: text(`bulk.${kind}`) })),
                onSelect: (id) => {
                  const kind = more.find((each) => each === id);
                  if (kind !== undefined) ask({ kind, ids: kind === 'untag' ? ids : open });
                },
              },
            ]}
          >
            <MoreIcon />
          </MenuButton>
        </div>
      )}
      {asked?.kind === 'finish' && <Finish ids={asked.ids} onClose={close} onDone={done} />}
      {asked?.kind === 'transfer' && <BulkTransfer ids={asked.ids} onClose={close} onDone={done} />}
      {(asked?.kind === 'tag' || asked?.kind === 'untag') && (
        <TagAll kind={asked.kind} ids={asked.ids} onClose={close} onDone={done} />
      )}
      {asked?.kind === 'snooze' && <BulkSnooze ids={asked.ids} onClose={close} onDone={done} />}
      {(asked?.kind === 'read' || asked?.kind === 'unread' || asked?.kind === 'take') && (
        <Plain kind={asked.kind} ids={asked.ids} onClose={close} onDone={done} />
      )}
    </>
  );
}

interface AskProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (ids: readonly string[]) => void;
}

function Finish({ ids, ...rest }: AskProps) {
  const text = useText();
  const [outcomeId, setOutcomeId] = useState<string>();
  return (
    <BulkRun
      {...rest}
      ticketIds={ids}
      title={text('bulk.finish.title', { count: ids.length })}
      submitLabel={text('bulk.finish')}
      action={{ kind: 'finish', outcomeId }}
    >
      {(start) => (
        <>
          <p className={styles.lead}>{text('bulk.finish.text')}</p>
          <ScheduledLoss ticketIds={ids} />
          <OutcomePart value={outcomeId} onChange={setOutcomeId} onSubmit={start} />
        </>
      )}
    </BulkRun>
  );
}

/** What needs no choice. */
function Plain({ kind, ids, ...rest }: AskProps & { readonly kind: 'read' | 'unread' | 'take' }) {
  const text = useText();
  return (
    <BulkRun
      {...rest}
      ticketIds={ids}
      title={text(`bulk.${kind}.title`, { count: ids.length })}
      submitLabel={text(`bulk.${kind}`)}
      action={{ kind }}
    >
      {() => kind === 'read' && <p className={styles.lead}>{text('bulk.read.text')}</p>}
    </BulkRun>
  );
}

function TagAll({ kind, ids, ...rest }: AskProps & { readonly kind: 'tag' | 'untag' }) {
  const { directory } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const { rows, failure, retry } = useListing('choices.tags', wholeList);
  const [tagId, setTagId] = useState<string>();
  // A tag that none of them has can't be taken off.
  const [worn] = useState(
    () =>
      new Set(
        ids.flatMap(
          (id) =>
            directory
              .ticket(id)
              ?.getSnapshot()
              .context.ticket?.customer.tags?.map((tag) => tag.id) ?? [],
        ),
      ),
  );
  const offered = rows?.filter(({ id }) => kind === 'tag' || worn.has(id));
  const options = offered?.map(({ id, name }) => ({ id, label: name })) ?? null;
  return (
    <BulkRun
      {...rest}
      ticketIds={ids}
      title={text(`bulk.${kind}.title`, { count: ids.length })}
      submitLabel={text(`bulk.${kind}`)}
      action={tagId === undefined ? null : { kind, tagId }}
    >
      {() =>
        options === null && failure !== null ? (
          <p role="alert" className={styles.why}>
            {failureText(failure)}{' '}
            <Button size="sm" onPress={retry}>
              {text('action.retry')}
            </Button>
          </p>
        ) : (
          <Options
            label={text('bulk.tag.which')}
            none={text(`bulk.${kind}.none`)}
            options={options}
            onChoose={setTagId}
          />
        )
      }
    </BulkRun>
  );
}
