import { AUDIENCE_DEPTH_MAX, AUDIENCE_LEAVES_MAX } from '../../../../contract/facts/audiences.ts';
import {
  isDraftGroup,
  pathTo,
  withPart,
  type DraftGroup,
  type DraftNode,
} from '../../../machines/entities/audiences.ts';
import { PlusIcon } from '../../kit/administration-icons.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { useText } from '../../kit/useText.ts';
import type { Conditions } from './conditions.ts';
import { ConditionRow } from './ConditionRow.tsx';
import { PartCount } from './PartCount.tsx';
import styles from './Audience.module.css';

interface ConditionGroupProps {
  readonly group: DraftGroup;
  /** Its path; empty for the root. */
  readonly path: string;
  readonly depth: number;
  /** Conditions of the whole tree. */
  readonly leaves: number;
  readonly conditions: Conditions;
  readonly countOf: (path: string) => number | undefined;
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (group: DraftGroup) => void;
  readonly onRemove?: () => void;
}

const JOININGS = ['all', 'any', 'not'] as const;

/** Conditions and groups that are joined by all, any or none of them. */
export function ConditionGroup(props: ConditionGroupProps) {
  const { group, path, depth, leaves, conditions, countOf, errorOf, onChange, onRemove } = props;
  const text = useText();
  const count = countOf(path);
  const change = (at: number) => (part: DraftNode) => onChange(withPart(group, at, part));
  const remove = (at: number) => () => onChange(withPart(group, at, null));
  const add = (part: DraftNode) => onChange({ ...group, parts: [...group.parts, part] });
  const isFull = leaves >= AUDIENCE_LEAVES_MAX;
  return (
    <div
      role="group"
      aria-label={text(`audience.joining.${group.kind}.about`)}
      className={styles.group}
      data-kind={group.kind}
    >
      <div className={styles.joining}>
        <SegmentedControl
          label={text('audience.joining')}
          options={JOININGS.map((value) => ({ value, label: text(`audience.joining.${value}`) }))}
          value={group.kind}
          onChange={(kind) => onChange({ ...group, kind })}
        />
        <span className={styles.about}>{text(`audience.joining.${group.kind}.about`)}</span>
        <PartCount path={path} count={count} />
        {onRemove !== undefined && (
          <IconButton size="sm" label={text('audience.group.remove')} icon={<CloseIcon />} onPress={onRemove} />
        )}
      </div>
      {group.parts.map((part, at) => {
        const where = pathTo(path, at);
        return isDraftGroup(part) ? (
          <ConditionGroup
            key={where}
            {...props}
            group={part}
            path={where}
            depth={depth + 1}
            onChange={change(at)}
            onRemove={remove(at)}
          />
        ) : (
          <ConditionRow
            key={where}
            leaf={part}
            conditions={conditions}
            count={<PartCount path={where} count={countOf(where)} />}
            error={errorOf(where)}
            onChange={change(at)}
            onRemove={remove(at)}
          />
        );
      })}
      <div className={styles.adding}>
        <Button
          size="sm"
          variant="link"
          icon={<PlusIcon />}
          isDisabled={isFull}
          onPress={() => add(conditions.withField('tag'))}
        >
          {text('audience.condition.add')}
        </Button>
        <Button
          size="sm"
          variant="link"
          icon={<PlusIcon />}
          isDisabled={isFull || depth >= AUDIENCE_DEPTH_MAX}
          onPress={() => add({ kind: group.kind === 'any' ? 'all' : 'any', parts: [conditions.withField('tag')] })}
        >
          {text('audience.group.add')}
        </Button>
      </div>
    </div>
  );
}
