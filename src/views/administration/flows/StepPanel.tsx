import { useId } from 'react';
import type { Finding } from '../../../../flows/check.ts';
import { FLOW_LABEL_MAX } from '../../../../contract/facts/flows.ts';
import { exitsOf, own } from '../../../../flows/exits.ts';
import type { FlowFunnelStep, FlowNode } from '../../../machines/entities/flows.ts';
import type { FlowDocument, FlowEdit } from '../../../machines/flow-editing/flow-document.ts';
import { useIsText } from '../../app/failure-text.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { CopyIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { AlertIcon, CloseIcon, MoreIcon } from '../../kit/icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { fixesOf, gapsOf, isWrongExit, looseEnds } from './problems.ts';
import { BoltIcon, PlayIcon, stepIcons } from './step-icons.tsx';
import { StepFields } from './StepFields.tsx';
import type { FlowWords } from './use-flow-words.ts';
import { shareOf } from './use-funnel.ts';
import styles from './Editor.module.css';

interface PanelProps {
  readonly id: string;
  readonly node: FlowNode;
  readonly document: FlowDocument;
  readonly words: FlowWords;
  readonly findings: readonly Finding[];
  /** What came of it in the published version. */
  readonly came: FlowFunnelStep | undefined;
  readonly onEdit: (edit: FlowEdit) => void;
  readonly onRemove: () => void;
  readonly onDuplicate: () => void;
  readonly onClose: () => void;
  readonly onPlay: (finding: Finding) => void;
}

/** The chosen step: what it says or does, where its exits lead, and what is wrong with it. */
export function StepPanel(props: PanelProps) {
  const { id, node, document, words, findings, came, onEdit, onRemove, onDuplicate, onClose } = props;
  const { flow } = document;
  const text = useText();
  const formats = useFormats();
  const isText = useIsText();
  const title = useId();
  const Sign = stepIcons[node.kind];
  const gaps = gapsOf(node);
  const loose = looseEnds(node, flow);
  const found = findings.filter((each) => each.node === id);
  /** The first exit that a finding is about; undefined if it is about the step. */
  const exitOf = (finding: Finding) => exitsOf(node).find((exit) => isWrongExit([finding], flow, id, exit));
  const countOf = (exit: string): string | undefined => {
    if (came === undefined) return undefined;
    const share = shareOf(came, exit);
    return text('flow.funnel.exit', { count: Math.round(share * came.entered), share: formats.percent(share) });
  };
  const change = (what: string, next: FlowNode) => onEdit({ of: 'changed', id, what, node: next });
  const errorOf = (path: string): string | undefined => {
    const key = gaps.get(path);
    if (key === undefined) return undefined;
    return text(isText(key) ? key : 'error.field.invalid');
  };
  return (
    <section aria-labelledby={title} className={styles.panel} data-panel={node.kind}>
      <header className={styles.panelHead}>
        <span className={styles.tile} data-kind={node.kind}>
          <Sign size={18} />
        </span>
        <h2 id={title} className={styles.panelName}>
          <small>{words.kind(node.kind)}</small>
          <b>{words.step(id)}</b>
        </h2>
        <MenuButton
          label={text('flow.step.more')}
          variant="icon"
          placement="bottom end"
          groups={[
            {
              id: 'step',
              onSelect: (chosen) => (chosen === 'copy' ? onDuplicate() : onEdit({ of: 'started', id })),
              entries: [
                { id: 'copy', label: text('flow.step.copy'), icon: <CopyIcon /> },
                ...(flow.start === id ? [] : [{ id: 'start', label: text('flow.start.set'), icon: <BoltIcon /> }]),
              ],
            },
            {
              id: 'danger',
              onSelect: onRemove,
              entries: [{ id: 'remove', label: text('flow.step.remove'), icon: <TrashIcon /> }],
            },
          ]}
        >
          <MoreIcon />
        </MenuButton>
        <IconButton label={text('action.close')} icon={<CloseIcon />} onPress={onClose} />
      </header>
      <Findings {...props} findings={found.filter((each) => exitOf(each) === undefined)} />
      <div className={styles.fields}>
        <StepFields id={id} node={node} document={document} errorOf={errorOf} onChange={change} onEdit={onEdit} />
        <TextField
          label={text('flow.step.name')}
          description={text('flow.step.name.hint')}
          value={node.label ?? ''}
          maxLength={FLOW_LABEL_MAX}
          onChange={(label) => change('label', { ...node, label: label === '' ? null : label })}
          error={errorOf('label')}
        />
      </div>
      {exitsOf(node).length > 0 && (
        <fieldset className={styles.fields}>
          <legend className={styles.legend}>
            {text('flow.exits')}
            {came !== undefined && (
              <span>{text('flow.funnel.step', { entered: came.entered, waiting: came.waiting })}</span>
            )}
          </legend>
          {exitsOf(node).map((exit) => (
            <div key={exit} data-exit={exit}>
              <Destination
                label={words.exit(node, exit)}
                count={countOf(exit)}
                value={own(node.exits, exit) ?? null}
                isLoose={loose.includes(exit)}
                document={document}
                words={words}
                onChange={(to) => onEdit({ of: 'connected', id, exit, to })}
              />
              <Findings {...props} findings={found.filter((each) => exitOf(each) === exit)} />
            </div>
          ))}
        </fieldset>
      )}
    </section>
  );
}

/** What is wrong, each with a conversation that shows it and ways out. */
function Findings({ document, words, findings, onEdit, onPlay }: PanelProps) {
  const text = useText();
  if (findings.length === 0) return null;
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
        <li
          key={`${finding.property} ${finding.about ?? ''}`}
          className={styles.finding}
          data-severity={finding.severity}
        >
          <AlertIcon size={16} />
          <div>
            <p>{words.finding(finding)}</p>
            <div className={styles.fixes}>
              {finding.conversation.length > 0 && (
                <Button variant="link" size="sm" icon={<PlayIcon size={13} />} onPress={() => onPlay(finding)}>
                  {text('flow.play')}
                </Button>
              )}
              {fixesOf(document.flow, document.places.order, finding).map(({ to, edit }) => (
                <Button key={to} size="sm" onPress={() => onEdit(edit)}>
                  {text('flow.fix', { step: words.step(to) })}
                </Button>
              ))}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface DestinationProps {
  readonly label: string;
  /** Who left by it. */
  readonly count: string | undefined;
  readonly value: string | null;
  readonly isLoose: boolean;
  readonly document: FlowDocument;
  readonly words: FlowWords;
  readonly onChange: (to: string | null) => void;
}

const NOWHERE = '-';

function Destination({ label, count, value, isLoose, document, words, onChange }: DestinationProps) {
  const text = useText();
  return (
    <Select
      label={label}
      options={[
        { id: NOWHERE, label: text('flow.exit.none') },
        ...document.places.order.map((id) => ({
          id,
          label: words.step(id),
          hint: words.kind(document.flow.nodes[id]?.kind ?? 'end'),
        })),
      ]}
      value={isLoose ? null : value}
      placeholder={text('flow.exit.loose')}
      onChange={(to) => onChange(to === NOWHERE ? null : to)}
      {...(count !== undefined && { description: count })}
      error={isLoose ? text('flow.exit.loose.hint') : undefined}
    />
  );
}
