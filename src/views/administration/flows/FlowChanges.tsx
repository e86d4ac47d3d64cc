import { nodeAt } from '../../../../flows/exits.ts';
import { written } from '../../../../flows/text.ts';
import type { Value } from '../../../../flows/values.ts';
import type { Flow } from '../../../machines/entities/flows.ts';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { changesBetween, type FlowChange } from './compare.ts';
import { useFlowWords } from './use-flow-words.ts';
import styles from './Dialogs.module.css';

type VariableChange = Extract<FlowChange, { readonly name: string }>;

const tones = { new: 'success', gone: 'danger', other: 'warning' } as const;

interface ChangesProps {
  readonly before: Flow;
  readonly after: Flow;
}

/** What differs between two versions, in words. */
export function FlowChanges({ before, after }: ChangesProps) {
  const text = useText();
  const was = useFlowWords(before);
  const is = useFlowWords(after);
  const changes = changesBetween(before, after);
  const valueOf = (value: Value | undefined) =>
    value === undefined ? text('flow.change.variable.noValue') : written(value);
  const variableWords = (change: VariableChange): string => {
    const { name } = change;
    switch (change.of) {
      case 'variableAdded':
      case 'variableRemoved':
        return text('flow.change.variable', { name });
      case 'variableType':
        return text('flow.change.variable.type', {
          name,
          type: text(`flow.variable.${change.is}`),
          before: text(`flow.variable.${change.was}`),
        });
      case 'variableInitial':
        return text('flow.change.variable.initial', {
          name,
          value: valueOf(change.is),
          before: valueOf(change.was),
        });
    }
  };
  const wordsOf = (change: FlowChange): string => {
    if ('name' in change) return variableWords(change);
    const step = change.of === 'removed' ? was.step(change.step) : is.step(change.step);
    if (change.of !== 'exit') return text(`flow.change.${change.of}`, { step });
    const node = nodeAt(after, change.step) ?? nodeAt(before, change.step);
    return text('flow.change.exit', {
      step,
      exit: node === undefined ? change.exit : is.exit(node, change.exit),
      to: change.to === null ? text('flow.exit.loose') : is.step(change.to),
      before: change.before === null ? text('flow.exit.loose') : was.step(change.before),
    });
  };
  if (changes.length === 0) return <p>{text('flow.changes.none')}</p>;
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={keyOf(change)}>
          <Tag tone={tones[kindOf(change)]}>{text(`flow.change.${kindOf(change)}`)}</Tag>
          <span>{wordsOf(change)}</span>
        </li>
      ))}
    </ul>
  );
}

function keyOf(change: FlowChange): string {
  if ('name' in change) return `${change.of} ${change.name}`;
  return `${change.of} ${change.step} ${change.of === 'exit' ? change.exit : ''}`;
}

function kindOf({ of }: FlowChange): keyof typeof tones {
  if (of === 'added' || of === 'variableAdded') return 'new';
  return of === 'removed' || of === 'variableRemoved' ? 'gone' : 'other';
}
