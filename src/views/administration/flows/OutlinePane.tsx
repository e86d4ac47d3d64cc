import { useState } from 'react';
import { FLOW_NODES_MAX } from '../../../../contract/facts/flows.ts';
import { FlowIcon, PlusIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { useText } from '../../kit/useText.ts';
import { FlowOutline, type OutlineProps } from './FlowOutline.tsx';
import { stepIcons } from './step-icons.tsx';
import { STEP_KINDS, type StepKind } from './steps.ts';
import type { StepSearch } from './use-step-search.ts';
import styles from './Editor.module.css';

interface PaneProps extends Omit<OutlineProps, 'steps' | 'closed' | 'onClosed'> {
  readonly search: StepSearch;
  readonly onAddKind: (kind: StepKind) => void;
}

/** The outline with its search, and adding steps. */
export function OutlinePane({ search: { search, setSearch, found }, onAddKind, ...outline }: PaneProps) {
  const { document, words } = outline;
  const { order } = document.places;
  const text = useText();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const steps = found ?? order;
  const areClosed = order.every((id) => closed.has(id));
  return (
    <>
      <div className={styles.bar}>
        <SearchField className={styles.search} label={text('flow.search')} value={search} onChange={setSearch} />
        <span className={styles.gap} />
        <Button className={styles.fold} onPress={() => setClosed(new Set(areClosed ? [] : order))}>
          {text(areClosed ? 'flow.outline.open' : 'flow.outline.close')}
        </Button>
        <MenuButton
          label={text('flow.steps.add')}
          placement="bottom end"
          isDisabled={order.length >= FLOW_NODES_MAX}
          groups={[
            {
              id: 'kinds',
              onSelect: (chosen) => {
                const kind = STEP_KINDS.find((each) => each === chosen);
                if (kind !== undefined) onAddKind(kind);
              },
              entries: STEP_KINDS.map((kind) => {
                const Sign = stepIcons[kind];
                return { id: kind, label: words.kind(kind), icon: <Sign /> };
              }),
            },
          ]}
        >
          <PlusIcon size={16} />
          {text('flow.step')}
        </MenuButton>
      </div>
      {steps.length > 0 ? (
        <FlowOutline {...outline} steps={steps} closed={closed} onClosed={setClosed} />
      ) : (
        <EmptyState icon={<FlowIcon />} title={text(found === null ? 'flow.steps.none' : 'flow.search.none')} level={2}>
          {text(found === null ? 'flow.steps.none.text' : 'flow.search.none.text')}
        </EmptyState>
      )}
    </>
  );
}
