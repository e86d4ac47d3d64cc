import { useLocation } from 'react-router-dom';
import { writesBySms } from '../../../../flows/sms.ts';
import type { FlowDocument } from '../../../machines/flow-editing/flow-document.ts';
import type { ListedFlow } from '../../../machines/entities/flows.ts';
import {
  ChevronLeftIcon,
  DownloadIcon,
  HistoryIcon,
  PencilIcon,
  TagIcon,
  UploadIcon,
} from '../../kit/administration-icons.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { AlertIcon, CheckIcon, MoreIcon } from '../../kit/icons.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { Pill } from '../../kit/Pill.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import type { FlowDialog } from './FlowDialogs.tsx';
import type { FlowView } from './steps.ts';
import { saveFlowFile } from './flow-file.ts';
import { PlayIcon, RedoIcon, UndoIcon } from './step-icons.tsx';
import type { OpenFlow } from './use-flow.ts';
import type { Checked } from './use-flow-check.ts';
import styles from './Editor.module.css';

interface TopProps {
  readonly open: OpenFlow;
  readonly document: FlowDocument;
  readonly listed: ListedFlow | undefined;
  readonly checked: Checked;
  /** Exits that lead nowhere. */
  readonly loose: number;
  /** A step lacks something, so that nothing can be checked. */
  readonly isIncomplete: boolean;
  /** Null: there is only one. */
  readonly view: FlowView | null;
  readonly onView: (view: FlowView) => void;
  readonly onTest: () => void;
  readonly onSave: () => void;
  readonly onPublish: () => void;
  readonly onDialog: (dialog: FlowDialog) => void;
}

/** Unlike a disabled button it keeps the focus. */
const off = { 'aria-disabled': true, 'data-disabled': true };

/** The flow's name and state, and what one can do with it. */
export function FlowTop(props: TopProps) {
  const { open, document, listed, checked, loose, isIncomplete, view, onView, onTest, onSave, onPublish, onDialog } =
    props;
  const text = useText();
  const { pathname } = useLocation();
  const { phase, isUnsaved, canUndo, canRedo, undo, redo } = open;
  const errors = (checked.found?.findings ?? []).filter(({ severity }) => severity === 'error').length;
  const wrong = checked.isCurrent ? errors : Math.max(errors, loose);
  const number = listed?.number ?? null;
  const isHeld = phase === 'conflict' || phase === 'loading';
  return (
    <header className={styles.top}>
      <LinkButton
        to={pathname}
        variant="ghost"
        size="sm"
        className={styles.back}
        aria-label={text('flow.back')}
        icon={<ChevronLeftIcon />}
      >
        {text('flow.back')}
      </LinkButton>
      <h1>{document.name}</h1>
      {listed !== undefined && (
        <span className={styles.tags}>
          {number === null ? (
            <Tag>{text('flow.state.never')}</Tag>
          ) : (
            <Tag tone="success">{text('flow.state.number', { number })}</Tag>
          )}
          {writesBySms(document.flow) && <Tag>{text('flow.state.sms')}</Tag>}
          {(listed.has_draft || isUnsaved) && number !== null && <Tag tone="warning">{text('flow.state.draft')}</Tag>}
        </span>
      )}
      {view !== null && (
        <SegmentedControl
          label={text('flow.view')}
          options={[
            { value: 'canvas', label: text('flow.view.canvas') },
            { value: 'outline', label: text('flow.view.outline') },
          ]}
          value={view}
          onChange={onView}
        />
      )}
      <span className={styles.undo}>
        <IconButton label={text('flow.undo')} icon={<UndoIcon />} {...(canUndo ? {} : off)} onPress={undo} />
        <IconButton label={text('flow.redo')} icon={<RedoIcon />} {...(canRedo ? {} : off)} onPress={redo} />
      </span>
      <span className={styles.gap} />
      <span role="status" className={styles.status}>
        {isIncomplete ? (
          <Pill tone="warning" icon={<AlertIcon size={15} />}>
            {text('flow.incomplete.short')}
          </Pill>
        ) : checked.hasFailed ? (
          <Pill tone="danger" icon={<AlertIcon size={15} />}>
            {text('flow.unchecked')}
          </Pill>
        ) : checked.found === null || (!checked.isCurrent && loose === 0) ? (
          <Pill isBusy dot="neutral">
            {text('flow.checking')}
          </Pill>
        ) : wrong > 0 ? (
          <Pill tone="danger" icon={<AlertIcon size={15} />}>
            {text('flow.problems', { count: wrong })}
          </Pill>
        ) : checked.found.isSound ? (
          <Pill tone="success" icon={<CheckIcon size={15} />}>
            {text('flow.proved', { moments: checked.found.moments })}
          </Pill>
        ) : (
          <Pill tone="warning" icon={<AlertIcon size={15} />}>
            {text('flow.tooLarge')}
          </Pill>
        )}
      </span>
      <Button className={styles.test} aria-label={text('flow.test')} icon={<PlayIcon />} onPress={onTest}>
        {text('flow.test')}
      </Button>
      <Button onPress={onSave} isDisabled={!isUnsaved || isHeld} isPending={phase === 'saving'}>
        {text('action.save')}
      </Button>
      <Button variant="primary" onPress={onPublish} isDisabled={isHeld}>
        {text('flow.publish')}
      </Button>
      <MenuButton
        label={text('flow.more')}
        variant="icon"
        placement="bottom end"
        groups={[
          {
            id: 'flow',
            onSelect: (chosen) => {
              if (chosen === 'export') saveFlowFile(document);
              else if (chosen === 'rename' || chosen === 'variables' || chosen === 'versions' || chosen === 'import')
                onDialog(chosen);
            },
            entries: [
              { id: 'rename', label: text('flow.rename'), icon: <PencilIcon /> },
              { id: 'variables', label: text('flow.variables'), icon: <TagIcon /> },
              { id: 'versions', label: text('flow.versions'), icon: <HistoryIcon /> },
              { id: 'export', label: text('flow.export'), icon: <DownloadIcon /> },
              { id: 'import', label: text('flow.import'), icon: <UploadIcon /> },
            ],
          },
        ]}
      >
        <MoreIcon />
      </MenuButton>
    </header>
  );
}
