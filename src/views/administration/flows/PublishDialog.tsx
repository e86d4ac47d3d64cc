import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSelector } from '@xstate/react';
import { FLOW_PROPERTIES, FLOW_RUNNING } from '../../../../contract/facts/flows.ts';
import { findingsIn } from '../../../../flows/reading.ts';
import { selectCounts } from '../../../machines/editing/editing.selectors.ts';
import type { Flow } from '../../../machines/entities/flows.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { AlertIcon, CheckIcon, ClockIcon } from '../../kit/icons.tsx';
import { Select } from '../../kit/Select.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useForm } from '../form/form-context.tsx';
import { useListing } from '../list/use-listing.ts';
import { FlowChanges } from './FlowChanges.tsx';
import { SmsNotes } from './SmsNotes.tsx';
import { useFlowWords } from './use-flow-words.ts';
import { useVersions } from './use-versions.ts';
import type { Checked } from './use-flow-check.ts';
import { useFlows } from './use-flows.ts';
import styles from './Dialogs.module.css';

interface PublishProps {
  readonly id: string;
  readonly flow: Flow;
  readonly version: string | null;
  readonly checked: Checked;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

type Property = (typeof FLOW_PROPERTIES)[number];

/** What is known of each step by itself, however large the flow is. */
const OF_STEPS: ReadonlySet<Property> = new Set(['names', 'expressions', 'types', 'exits', 'limits']);
const none: Readonly<Record<string, number>> = {};

/** Publishes what is saved: what changes for customers, who is in a conversation, and what is proved. */
export function PublishDialog({ id, flow, version, checked, onClose, onDone }: PublishProps) {
  const text = useText();
  const failureText = useFailureText();
  const formats = useFormats();
  const words = useFlowWords(flow);
  const { phase, failure, submit, change, actor } = useForm('flow.publish', id, { version, conversations: 'keep' });
  const [conversations, setConversations] = useState<(typeof FLOW_RUNNING)[number]>('keep');
  const counts = useSelector(actor, (snapshot) => (snapshot === undefined ? none : selectCounts(snapshot)));
  const { moved = 0, handedOff = 0, stayed = 0 } = counts;
  // What became of conversations is read before the dialog closes.
  const isTold = moved + handedOff + stayed > 0;
  const settled = useEffectEvent(() => {
    if (!isTold) onDone();
  });
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (phase !== 'saved') return;
    settled();
    close.current?.focus();
  }, [phase]);
  const flows = useFlows();
  const listed = flows.rows?.find((each) => each.id === id);
  const found = checked.isCurrent ? checked.found : null;
  const refused = findingsIn(failure?.params['findings']);
  const findings = refused ?? found?.findings ?? [];
  const errors = findings.filter(({ severity }) => severity === 'error');
  const number = listed?.number ?? null;
  const running = listed?.running ?? 0;
  const isConflict = failure?.key === 'error.form.conflict';
  // What can't be checked here, or only in part, the server checks all the same.
  const isReady = (found !== null || checked.hasFailed) && errors.length === 0 && listed !== undefined && !isConflict;
  const wrong = new Set(errors.map(({ property }) => property));
  const isLater = (property: Property) =>
    refused === null && (found === null || property === 'targets' || (!found.isComplete && !OF_STEPS.has(property)));
  const fine = FLOW_PROPERTIES.filter((property) => !wrong.has(property) && !isLater(property)).length;
  const among = useVersions(id).rows?.filter((each) => each.running > 0) ?? [];
  if (phase === 'saved' && isTold) {
    return (
      <Dialog
        title={text('flow.published.title', { number: counts['number'] ?? 0 })}
        isOpen
        size="sm"
        onClose={onDone}
        footer={
          <Button ref={close} variant="primary" onPress={onDone}>
            {text('action.close')}
          </Button>
        }
      >
        <ul className={styles.outcome}>
          {moved > 0 && <li>{text('flow.published.moved', { count: moved })}</li>}
          {handedOff > 0 && <li>{text('flow.published.handedOff', { count: handedOff })}</li>}
          {stayed > 0 && <li>{text('flow.published.stayed', { count: stayed })}</li>}
        </ul>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={text('flow.publish.title', { number: (number ?? 0) + 1 })}
      isOpen
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button variant="primary" isPending={phase === 'saving'} isDisabled={!isReady} onPress={submit}>
            {text('flow.publish')}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <Banner
          tone="danger"
          action={
            isConflict && (
              <Button size="sm" onPress={onDone}>
                {text('flow.conflict.take')}
              </Button>
            )
          }
        >
          {failureText(failure)}
        </Banner>
      )}
      {listed === undefined && flows.failure !== null && (
        <Banner
          tone="danger"
          action={
            <Button size="sm" onPress={flows.retry}>
              {text('action.retry')}
            </Button>
          }
        >
          {failureText(flows.failure)}
        </Banner>
      )}
      <div className={styles.publish}>
        <div>
          <h3>
            {text('flow.publish.running')}
            {number !== null && <span>{formats.number(running)}</span>}
          </h3>
          <p>
            {listed === undefined
              ? flows.failure === null && text('table.loading')
              : number === null
                ? text('flow.publish.first')
                : text('flow.publish.running.text', { count: running })}
          </p>
          {running > 0 && among.length > 0 && (
            <p className={styles.hint}>
              {among
                .map((each) => text('flow.publish.running.version', { number: each.number, count: each.running }))
                .join(' · ')}
            </p>
          )}
          {number !== null && running > 0 && (
            <Select
              label={text('flow.publish.then', { count: running })}
              className={styles.then}
              options={FLOW_RUNNING.map((of) => ({ id: of, label: text(`flow.publish.${of}`, { count: running }) }))}
              value={conversations}
              placeholder={text('flow.choose')}
              description={text(`flow.publish.${conversations}.text`, { count: running })}
              onChange={(next) => {
                const of = FLOW_RUNNING.find((each) => each === next);
                if (of === undefined) return;
                setConversations(of);
                change('conversations', of);
              }}
            />
          )}
          <h3>{text('flow.publish.changes')}</h3>
          {listed !== undefined && number === null && <p>{text('flow.publish.all')}</p>}
          {number !== null && <Against id={id} number={number} flow={flow} />}
        </div>
        <div className={styles.proof}>
          <h3>
            {text('flow.publish.checks')}
            <span
              className={wrong.size > 0 ? styles.wrong : fine === FLOW_PROPERTIES.length ? styles.whole : undefined}
            >
              {text('flow.publish.fine', {
                count: fine,
                all: FLOW_PROPERTIES.length,
              })}
            </span>
          </h3>
          <ul className={styles.checks}>
            {FLOW_PROPERTIES.map((property) => (
              <li key={property} data-state={wrong.has(property) ? 'wrong' : isLater(property) ? 'open' : undefined}>
                {wrong.has(property) ? (
                  <AlertIcon size={16} />
                ) : isLater(property) ? (
                  <ClockIcon size={16} />
                ) : (
                  <CheckIcon size={16} />
                )}
                <span>
                  {text(`flow.property.${property}`)}
                  {isLater(property) && !wrong.has(property) && <small>{text('flow.publish.open')}</small>}
                </span>
              </li>
            ))}
          </ul>
          {errors.length > 0 && (
            <ul className={styles.errors}>
              {errors.map((each) => (
                <li key={`${each.node} ${each.property} ${each.about ?? ''}`}>
                  <b>{words.step(each.node)}</b> {words.finding(each)}
                </li>
              ))}
            </ul>
          )}
          <SmsNotes flow={flow} words={words} />
          <p className={styles.hint}>
            {checked.hasFailed
              ? text('flow.publish.unchecked')
              : found === null
                ? text('flow.checking')
                : found.isComplete
                  ? text('flow.publish.proved', { moments: found.moments })
                  : text('flow.publish.large')}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

/** What changes against the published version. */
export function Against({ id, number, flow }: { readonly id: string; readonly number: number; readonly flow: Flow }) {
  const text = useText();
  const filters = { id, number: String(number) };
  const listing = useListing('flow.version', {
    page: 1,
    limit: 1,
    search: '',
    sort: { by: 'name', descending: false },
    filters,
  });
  const { id: of, number: which } = listing.query.filters;
  const ask = useEffectEvent(() => {
    if (of !== id || which !== filters.number) listing.updateQuery({ filters });
  });
  useEffect(() => ask(), [id, number]);
  const past = listing.rows?.find((each) => each.id === id && each.number === number);
  if (past === undefined && listing.failure !== null)
    return (
      <p>
        {text('flow.changes.failed')}{' '}
        <Button variant="link" size="sm" onPress={listing.retry}>
          {text('action.retry')}
        </Button>
      </p>
    );
  if (past === undefined) return <p>{text('table.loading')}</p>;
  return <FlowChanges before={past.flow} after={flow} />;
}
