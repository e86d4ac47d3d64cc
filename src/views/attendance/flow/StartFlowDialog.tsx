import { useEffect, useEffectEvent, useId, useState } from 'react';
import { foldText } from '../../../../contract/facts/fold-text.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import type { StartableFlow } from '../../../machines/entities/flow-starts.ts';
import { useAction } from '../../administration/form/use-action.ts';
import { useUnsavedGuard } from '../../administration/form/use-unsaved-guard.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { FailedLookups } from '../../administration/list/FailedLookups.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FilledText } from '../templates/FilledText.tsx';
import { useAskedListing } from '../templates/use-asked-listing.ts';
import { nameOf } from '../customer-name.ts';
import { StartValues, valuesGiven, valuesSaid } from './StartValues.tsx';
import type { Typed } from './StartValues.tsx';
import styles from './StartFlow.module.css';

const none = {};
const noFlows: readonly StartableFlow[] = [];
/** So many are looked over without a search. */
const SEARCHED_FROM = 6;

interface StartFlowDialogProps {
  readonly ticket: Attendance;
  readonly onClose: () => void;
}

/** Chooses a flow, says what it does, and starts it. */
export function StartFlowDialog({ ticket, onClose }: StartFlowDialogProps) {
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const id = useId();
  const { run, isPending, isDone, failure: lastFailure } = useAction('chat.flow.start', ticket.id);
  const { rows, facts, failure: listFailure, retry } = useAskedListing('chat.startableFlows', { ticket: ticket.id });
  const flows = facts['ticket'] === Number(ticket.id) ? rows : null;
  const all = flows ?? noFlows;
  const [search, setSearch] = useState('');
  const [wanted, setWanted] = useState<string>();
  /** By the flows' ids. */
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>(none);
  const [started, setStarted] = useState<string>();
  const typedFor = (flow: StartableFlow): Typed => typed[flow.id] ?? none;
  const shown = all.filter(({ name }) => foldText(name).includes(foldText(search.trim())));
  // Only what is on the screen is started; where one is left of several, it wasn't chosen.
  const [only] = all.length === 1 ? all : [];
  const chosen = wanted === undefined ? only : shown.find(({ id: each }) => each === wanted);
  const failure = started === chosen?.id ? lastFailure : null;
  const isOfValues = chosen?.variables.some(({ name }) => failure?.fields[`variables.${name}`] !== undefined) === true;
  const { leave, question } = useUnsavedGuard(
    !isDone && all.some((flow) => valuesGiven(flow, typedFor(flow)).length > 0),
  );
  const done = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);
  return (
    <Dialog
      title={text('ticketFlow.start')}
      isOpen
      size="sm"
      onClose={() => leave(onClose)}
      footer={
        <>
          <Button onPress={() => leave(onClose)}>{text('action.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" isDisabled={chosen === undefined} isPending={isPending}>
            {text('ticketFlow.start')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === undefined) return;
          setStarted(chosen.id);
          run({ flow_id: chosen.id, variables: valuesGiven(chosen, typedFor(chosen)) });
        }}
      >
        <FailedLookups lookups={[{ hasFailed: listFailure !== null, retry }]} />
        {failure !== null && !isOfValues && <Banner tone="danger">{failureText(failure)}</Banner>}
        <p>{text('ticketFlow.start.text', { name: nameOf(ticket, formats.phone) })}</p>
        {all.length >= SEARCHED_FROM && (
          <SearchField label={text('ticketFlow.start.search')} value={search} onChange={setSearch} />
        )}
        <fieldset className={styles.flows}>
          <legend>{text('ticketFlow.name')}</legend>
          {shown.map((flow) => (
            <label key={flow.id} className={styles.flow}>
              <input type="radio" name={id} checked={chosen?.id === flow.id} onChange={() => setWanted(flow.id)} />
              <b>{flow.name}</b>
              <small data-whole={chosen?.id === flow.id || undefined}>
                {flow.says === null ? (
                  text('ticketFlow.start.otherwise')
                ) : (
                  <FilledText
                    template={{ header: null, body: flow.says, footer: null }}
                    values={valuesSaid(flow, typedFor(flow))}
                  />
                )}
              </small>
            </label>
          ))}
          {flows === null && listFailure === null && (
            <div role="status" aria-label={text('table.loading')}>
              <Skeleton shape="block" height={62} />
            </div>
          )}
          {flows !== null && shown.length === 0 && (
            <p role="status">{text(flows.length === 0 ? 'ticketFlow.start.none' : 'ticketFlow.start.notFound')}</p>
          )}
        </fieldset>
        {chosen !== undefined && chosen.variables.length > 0 && (
          <StartValues
            flow={chosen}
            typed={typedFor(chosen)}
            fields={failure?.fields ?? none}
            onChange={(values) => setTyped({ ...typed, [chosen.id]: values })}
          />
        )}
      </form>
      {question}
    </Dialog>
  );
}
