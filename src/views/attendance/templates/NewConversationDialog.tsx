import { useEffect, useEffectEvent, useId, useState, type SyntheticEvent } from 'react';
import { useSelector } from '@xstate/react';
import { SUGGESTED_PHONE } from '../../../../contract/facts/phone.ts';
import { selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { NumberConversation } from '../../../machines/entities/customers.ts';
import type { SentTemplate } from '../../../machines/log/events-send.ts';
import { useAction } from '../../administration/form/use-action.ts';
import { useInstanceChoices } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Prepared } from '../../app/Prepared.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { givenName } from '../given-name.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { typedNumber } from './typed-number.ts';
import { useAskedListing } from './use-asked-listing.ts';
import { useTemplateChoice } from './use-template-choice.ts';
import styles from './Templates.module.css';

interface NewConversationDialogProps {
  readonly instanceId: string | null;
  /** The number to begin with, if it is known. */
  readonly number?: string;
  /** The conversation that there is now. */
  readonly onOpen: (ticketId: string) => void;
  readonly onClose: () => void;
}

/** Asks for a number, and leads to its conversation: the open one, or a new one that begins with a template. */
export function NewConversationDialog(props: NewConversationDialogProps) {
  const text = useText();
  return (
    <Prepared
      fallback={
        <Dialog isOpen size="lg" title={text('templates.new')} onClose={props.onClose}>
          <SkeletonRows count={4} />
        </Dialog>
      }
    >
      <NumberDialog {...props} />
    </Prepared>
  );
}

/** A number on an instance that was asked about, and the client id of what may be sent to it. */
interface Asked {
  readonly number: string;
  readonly instanceId: string;
  readonly clientId: string;
}

function NumberDialog({ instanceId, number: given, onOpen, onClose }: NewConversationDialogProps) {
  const { directory, files, newClientId } = useApp();
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const formId = useId();
  const viewer = useSelector(directory.auth, selectViewer);
  const instances = useInstanceChoices();
  const [typed, setTyped] = useState(given ?? SUGGESTED_PHONE);
  const [chosen, setChosen] = useState(instanceId);
  const [problem, setProblem] = useState<'templates.number.malformed' | 'templates.instance.missing'>();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [turn, setTurn] = useState(0);
  const { run, isPending, isDone, savedId, failure } = useAction('chat.start', asked?.clientId ?? '');
  const choice = useTemplateChoice({
    isSending: isPending,
    // Under its id the server keeps the first file that it got.
    onFile: () => setAsked((before) => before && { ...before, clientId: newClientId() }),
  });
  const [only] = instances.options;
  const instance = chosen ?? (instances.options.length === 1 && only !== undefined ? only.id : null);
  const listing = useAskedListing(
    'chat.number',
    asked === null ? null : { number: asked.number, instance: asked.instanceId },
    turn,
  );
  const found = listing.isAnswered ? (listing.rows?.[0] ?? null) : null;

  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isPending) return undefined;
    const number = typedNumber(typed);
    if (number === undefined) return setProblem('templates.number.malformed');
    if (instance === null) return setProblem('templates.instance.missing');
    setTyped(number.formatInternational());
    const digits = number.number.slice(1);
    // Asked again, it is the same try, so that nothing is sent twice.
    const isSame = asked?.number === digits && asked.instanceId === instance;
    setTurn(turn + 1);
    return setAsked({
      number: digits,
      instanceId: instance,
      clientId: isSame ? asked.clientId : newClientId(),
    });
  };
  const change = (update: () => void) => {
    update();
    setProblem(undefined);
    setAsked(null);
  };
  const start = (template?: SentTemplate, file?: File) => {
    if (asked === null) return;
    if (file !== undefined) files.keep(asked.clientId, file);
    run({
      to_number: asked.number,
      instance_id: asked.instanceId,
      ...(template !== undefined && {
        template_id: template.id,
        variables: Object.entries(template.values).map(([key, value]) => ({ key, value })),
      }),
      ...(file !== undefined && { file_name: file.name }),
    });
  };
  const send = () => {
    const values = choice.check();
    const { template, file } = choice;
    if (template === null || values === null) return;
    start({ id: template.id, values }, template.headerFile === null ? undefined : file?.file);
  };
  const goOn = useEffectEvent((there: NumberConversation) => {
    if (there.ticketId !== null) onOpen(there.ticketId);
    else if (there.owner === null && !there.needsTemplate) start();
  });
  useEffect(() => {
    if (found !== null) goOn(found);
  }, [found]);
  const open = useEffectEvent(() => {
    if (savedId !== null) onOpen(savedId);
  });
  useEffect(() => {
    if (isDone) open();
  }, [isDone]);

  const isChoosing = found !== null && found.ticketId === null && found.owner === null && found.needsTemplate;
  const name = givenName(found?.customerName ?? '');
  const refused = asked === null ? null : (listing.failure ?? failure);
  return (
    <Dialog
      isOpen
      size="lg"
      title={text('templates.new')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          {isChoosing ? (
            <Button variant="primary" isDisabled={choice.template === null} isPending={isPending} onPress={send}>
              {text('templates.send')}
            </Button>
          ) : (
            <Button
              variant="primary"
              type="submit"
              form={formId}
              isPending={(asked !== null && !listing.isAnswered && listing.failure === null) || isPending}
            >
              {text('templates.continue')}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={ask} className={styles.number}>
        <TextField
          label={text('templates.number')}
          description={text('templates.number.hint')}
          type="tel"
          inputMode="tel"
          autoFocus
          isVerbatim
          value={typed}
          onChange={(value) => change(() => setTyped(value))}
          error={problem === 'templates.number.malformed' ? text(problem) : undefined}
        />
        <Select
          label={text('templates.instance')}
          placeholder={text('templates.instance.choose')}
          options={instances.options}
          value={instance}
          onChange={(id) =>
            change(() => {
              setChosen(id);
              // Another instance may have other templates.
              choice.reset();
            })
          }
          error={problem === 'templates.instance.missing' ? text(problem) : undefined}
        />
      </form>
      {instances.hasFailed && (
        <Banner
          tone="warning"
          action={
            <Button size="sm" onPress={instances.retry}>
              {text('action.retry')}
            </Button>
          }
        >
          {text('templates.instance.failed')}
        </Banner>
      )}
      {refused !== null && (
        <p className={styles.refused} role="alert">
          {refused.fields['to_number'] === undefined ? failureText(refused) : text('templates.number.malformed')}
        </p>
      )}
      {found !== null && found.owner !== null && (
        <p className={styles.refused} role="alert">
          {text('templates.taken', { name: found.owner.name, number: formats.phone(found.phone) })}
        </p>
      )}
      {isChoosing && asked !== null && (
        <>
          <p className={styles.says} role="status">
            {name === ''
              ? text('templates.startWith', { number: formats.phone(found.phone) })
              : text('templates.startWithKnown', { name, number: formats.phone(found.phone) })}
          </p>
          <TemplateFields
            instanceId={asked.instanceId}
            choice={choice}
            suggestions={{ customer: name, attendant: viewer?.name }}
            onSubmit={send}
          />
        </>
      )}
    </Dialog>
  );
}
