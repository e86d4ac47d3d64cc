import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import type { Finding } from '../../../../flows/check.ts';
import { exitsOf, nodeAt, own } from '../../../../flows/exits.ts';
import type { FlowDocument } from '../../../machines/flow-editing/flow-document.ts';
import { rowNumber } from '../../../machines/replay/row-numbers.ts';
import { cx } from '../../kit/cx.ts';
import { ChevronRightIcon } from '../../kit/administration-icons.tsx';
import { Kbd } from '../../kit/Kbd.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { isWrongExit, problemsAt } from './problems.ts';
import { LoopIcon, stepIcons } from './step-icons.tsx';
import type { FlowWords } from './use-flow-words.ts';
import { shareOf, type Funnel } from './use-funnel.ts';
import styles from './Outline.module.css';

export interface OutlineProps {
  readonly document: FlowDocument;
  readonly words: FlowWords;
  readonly findings: readonly Finding[];
  readonly chosen: string | null;
  /** The steps to show, in their order. */
  readonly steps: readonly string[];
  /** Those whose exits aren't shown. */
  readonly closed: ReadonlySet<string>;
  readonly onClosed: (steps: ReadonlySet<string>) => void;
  readonly funnel: Funnel | null;
  readonly onChoose: (id: string) => void;
  /** A row was tapped. */
  readonly onOpen: (id: string) => void;
  /** Moves the focus to the panel, or to one exit's destination there. */
  readonly onEdit: (id: string, exit?: string) => void;
  readonly onAdd: (after: string) => void;
  readonly onMove: (id: string, by: -1 | 1) => void;
  /** A step, or where one of its exits leads. */
  readonly onRemove: (id: string, exit?: string) => void;
}

/** Step and exit of a row; steps' ids have no blanks. */
function partsOfRow(key: string): { readonly id: string; readonly exit: string | undefined } {
  const [id = '', exit] = key.split(' ');
  return { id, exit };
}

/** The flow as a tree of steps and exits, in which everything can be done by keyboard. */
export function FlowOutline(props: OutlineProps) {
  const { document, words, findings, chosen, steps, closed, funnel, onClosed } = props;
  const { onChoose, onOpen, onEdit, onAdd, onMove, onRemove } = props;
  const { flow } = document;
  const text = useText();
  const formats = useFormats();
  const [focused, setFocused] = useState<string | null>(null);
  const open = steps.filter((id) => !closed.has(id));
  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    const key = row?.getAttribute('data-row') ?? focused;
    if (key === null || key === undefined || event.ctrlKey || event.metaKey) return;
    const { id, exit } = partsOfRow(key);
    const node = nodeAt(flow, id);
    const target = node === undefined || exit === undefined ? undefined : own(node.exits, exit);
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      done();
      onMove(id, event.key === 'ArrowUp' ? -1 : 1);
      return;
    }
    if (event.altKey) return;
    if (event.key === 'Enter' || event.key === 'F2') {
      done();
      onEdit(id, exit);
    } else if (event.key.toLowerCase() === 'n') {
      done();
      onAdd(id);
    } else if (event.key.toLowerCase() === 'd') {
      done();
      onEdit(id, exit ?? (node === undefined ? undefined : exitsOf(node)[0]));
    } else if (event.key.toLowerCase() === 'g' && target !== undefined) {
      done();
      onChoose(target);
      row
        ?.closest('[role=treegrid]')
        ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(target)}"]`)
        ?.focus();
    } else if (event.key === 'Delete') {
      done();
      onRemove(id, exit);
    }
  };
  const onTap = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('button') !== null) return;
    const key = target.closest('[data-row]')?.getAttribute('data-row');
    if (key !== null && key !== undefined) onOpen(partsOfRow(key).id);
  };
  return (
    <div
      className={styles.outline}
      data-funnel={funnel === null ? undefined : true}
      onKeyDownCapture={onKeyDown}
      onClickCapture={onTap}
    >
      <div className={styles.heads} aria-hidden="true">
        <span>{text('flow.outline.step')}</span>
        <span>{text('flow.outline.about')}</span>
        <span />
        {funnel !== null && <span>{text('flow.funnel.of', { number: funnel.number })}</span>}
      </div>
      <Tree
        aria-label={text('flow.outline')}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={chosen === null ? [] : [chosen]}
        expandedKeys={open}
        onExpandedChange={(keys) => onClosed(new Set(steps.filter((id) => !keys.has(id))))}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys];
          if (typeof key !== 'string') return;
          setFocused(key);
          onChoose(partsOfRow(key).id);
        }}
        className={cx(styles.tree)}
      >
        {steps.map((id) => {
          const node = nodeAt(flow, id);
          if (node === undefined) return null;
          const Sign = stepIcons[node.kind];
          const wrong = problemsAt(id, node, flow, findings);
          const came = funnel?.steps.get(id);
          const name = words.step(id);
          const exits = exitsOf(node);
          return (
            <TreeItem key={id} id={id} textValue={name} className={cx(styles.step)} data-row={id}>
              <TreeItemContent>
                {({ isExpanded }) => (
                  <>
                    <span className={styles.name}>
                      {exits.length > 0 ? (
                        <AriaButton slot="chevron" className={cx(styles.chevron)} data-open={isExpanded}>
                          <ChevronRightIcon size={14} />
                        </AriaButton>
                      ) : (
                        <span className={styles.chevron} />
                      )}
                      <span className={styles.sign} data-kind={node.kind}>
                        <Sign size={15} />
                      </span>
                      <b>{name}</b>
                      <small>{words.kind(node.kind)}</small>
                      {flow.start === id && <Tag tone="primary">{text('flow.start')}</Tag>}
                    </span>
                    <span className={styles.about}>
                      <span>
                        {isExpanded || exits.length === 0
                          ? words.detail(node)
                          : exits
                              .map((exit) => `${words.exit(node, exit)} → ${words.step(own(node.exits, exit) ?? '')}`)
                              .join(' · ')}
                      </span>
                    </span>
                    <span>{wrong > 0 && <Tag tone="danger">{text('flow.problems', { count: wrong })}</Tag>}</span>
                    {funnel !== null && (
                      <span className={styles.funnel} data-number={came && rowNumber('flow.funnel', 'entered', id)}>
                        {formats.number(came?.entered ?? 0)}
                      </span>
                    )}
                  </>
                )}
              </TreeItemContent>
              {exits.map((exit) => {
                const to = own(node.exits, exit);
                const isLoose = to === undefined || nodeAt(flow, to) === undefined;
                const label = words.exit(node, exit);
                const isWrong = isWrongExit(findings, flow, id, exit);
                return (
                  <TreeItem
                    key={exit}
                    id={`${id} ${exit}`}
                    textValue={label}
                    className={cx(styles.exit)}
                    data-row={`${id} ${exit}`}
                  >
                    <TreeItemContent>
                      <span className={styles.exitName}>{label}</span>
                      <span className={cx(styles.about, (isLoose || isWrong) && styles.bad)}>
                        {to === id ? <LoopIcon size={13} /> : !isLoose && <ChevronRightIcon size={13} />}
                        <span>
                          {isLoose ? text('flow.exit.loose') : to === id ? text('flow.exit.same') : words.step(to)}
                        </span>
                      </span>
                      <span />
                      {came !== undefined && <Share of={shareOf(came, exit)} isWrong={isWrong} />}
                    </TreeItemContent>
                  </TreeItem>
                );
              })}
            </TreeItem>
          );
        })}
      </Tree>
      <p className={styles.keys}>
        {(
          [
            ['↑ ↓', 'flow.keys.walk'],
            ['← →', 'flow.keys.fold'],
            ['Enter', 'flow.keys.edit'],
            ['D', 'flow.keys.connect'],
            ['G', 'flow.keys.go'],
            ['N', 'flow.keys.add'],
            ['Alt ↑ ↓', 'flow.keys.move'],
            ['Ctrl Z', 'flow.keys.undo'],
          ] as const
        ).map(([keys, id]) => (
          <span key={id}>
            <Kbd>{keys}</Kbd> {text(id)}
          </span>
        ))}
      </p>
    </div>
  );
}

function Share({ of, isWrong }: { readonly of: number; readonly isWrong: boolean }) {
  const formats = useFormats();
  return (
    <span className={cx(styles.funnel, isWrong && styles.wrong)}>
      <i aria-hidden="true">
        <i style={{ width: `${of * 100}%` }} />
      </i>
      {formats.percent(of)}
    </span>
  );
}
