import { useState } from 'react';
import { FLOW_NAME_MAX, FLOW_VARIABLE_TYPES } from '../../../../contract/facts/flows.ts';
import { written } from '../../../../flows/text.ts';
import type { FlowDocument } from '../../../machines/flow-editing/flow-document.ts';
import { PlusIcon, TrashIcon, UploadIcon } from '../../kit/administration-icons.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { FileField } from '../../kit/FileField.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';
import { documentIn } from './flow-file.ts';
import { PublishDialog } from './PublishDialog.tsx';
import type { OpenFlow } from './use-flow.ts';
import type { Checked } from './use-flow-check.ts';
import { useRows } from './use-rows.ts';
import { NewVariable } from './VariableField.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';
import styles from './Dialogs.module.css';

export type FlowDialog = 'publish' | 'versions' | 'rename' | 'variables' | 'import' | null;

interface DialogsProps {
  readonly dialog: FlowDialog;
  readonly open: OpenFlow;
  readonly document: FlowDocument;
  readonly version: string | null;
  readonly checked: Checked;
  readonly onClose: () => void;
}

export function FlowDialogs({ dialog, open, document, version, checked, onClose }: DialogsProps) {
  const { id, edit, reopen } = open;
  const reload = () => {
    onClose();
    reopen();
  };
  switch (dialog) {
    case null:
      return null;
    case 'publish':
      return (
        <PublishDialog
          id={id}
          flow={document.flow}
          version={version}
          checked={checked}
          onClose={onClose}
          onDone={reload}
        />
      );
    case 'versions':
      return <VersionsDialog id={id} flow={document.flow} version={version} onClose={onClose} onRestored={reload} />;
    case 'rename':
      return <RenameDialog name={document.name} onClose={onClose} onRename={(name) => edit({ of: 'named', name })} />;
    case 'variables':
      return <VariablesDialog document={document} open={open} onClose={onClose} />;
    case 'import':
      return (
        <ImportDialog
          onClose={onClose}
          onImport={({ flow, places }) => {
            // How the flow writes first isn't the file's to say.
            const { channel: _channel, ...rest } = flow;
            const { kind, channel } = document.flow;
            edit({ of: 'replaced', flow: { ...rest, kind, ...(channel !== undefined && { channel }) }, places });
            onClose();
          }}
        />
      );
  }
}

interface RenameProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}

function RenameDialog({ name, onRename, onClose }: RenameProps) {
  const text = useText();
  const [typed, setTyped] = useState(name);
  const { leave, question } = useUnsavedGuard(typed !== name);
  const isEmpty = typed.trim() === '';
  const rename = () => {
    if (isEmpty) return;
    onRename(typed.trim());
    onClose();
  };
  return (
    <Dialog
      title={text('flow.rename')}
      isOpen
      size="sm"
      onClose={() => leave(onClose)}
      footer={
        <>
          <Button onPress={() => leave(onClose)}>{text('action.cancel')}</Button>
          <Button variant="primary" onPress={rename}>
            {text('flow.rename')}
          </Button>
        </>
      }
    >
      <TextField
        autoFocus
        label={text('flow.name')}
        value={typed}
        maxLength={FLOW_NAME_MAX}
        onChange={setTyped}
        error={isEmpty ? text('error.field.required') : undefined}
      />
      {question}
    </Dialog>
  );
}

function VariablesDialog({ document, open, onClose }: Pick<DialogsProps, 'document' | 'open' | 'onClose'>) {
  const text = useText();
  const [isMaking, setMaking] = useState(false);
  const { ref, removed } = useRows<HTMLUListElement>();
  const variables = Object.entries(document.flow.variables);
  return (
    <Dialog
      title={text('flow.variables')}
      isOpen
      onClose={onClose}
      footer={
        <Button icon={<PlusIcon />} onPress={() => setMaking(true)}>
          {text('flow.variable.new')}
        </Button>
      }
    >
      <p>{text('flow.variables.text')}</p>
      {variables.length === 0 && <p>{text('flow.variables.none')}</p>}
      <ul ref={ref} className={styles.variables}>
        {variables.map(([name, { type, initial }], index) => (
          <li key={name} data-item>
            <code>{`{{${name}}}`}</code>
            <span>
              {text(`flow.variable.${type}`)}
              {initial !== undefined && ` · ${text('flow.variable.begins', { value: written(initial) })}`}
            </span>
            <IconButton
              label={text('flow.variable.remove', { name })}
              icon={<TrashIcon />}
              onPress={() => {
                open.edit({ of: 'variable', name, type: null });
                removed(index);
              }}
            />
          </li>
        ))}
      </ul>
      {isMaking && (
        <NewVariable
          types={FLOW_VARIABLE_TYPES}
          document={document}
          onClose={() => setMaking(false)}
          onMake={(name, variable) => {
            open.edit({ of: 'variable', name, ...variable });
            setMaking(false);
          }}
        />
      )}
    </Dialog>
  );
}

interface ImportProps {
  readonly onImport: (document: FlowDocument) => void;
  readonly onClose: () => void;
}

function ImportDialog({ onImport, onClose }: ImportProps) {
  const text = useText();
  const [found, setFound] = useState<{ readonly name: string; readonly document: FlowDocument | null }>();
  const document = found?.document ?? null;
  return (
    <Dialog
      title={text('flow.import')}
      isOpen
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button
            variant="primary"
            isDisabled={document === null}
            onPress={() => document !== null && onImport(document)}
          >
            {text('flow.import.replace')}
          </Button>
        </>
      }
    >
      <p>{text('flow.import.text')}</p>
      <FlowFileField found={found} onFound={(name, read) => setFound({ name, document: read })} />
    </Dialog>
  );
}

interface FileProps {
  readonly found: { readonly name: string; readonly document: FlowDocument | null } | undefined;
  /** One has to be chosen. */
  readonly isMissing?: boolean;
  readonly onFound: (name: string, document: FlowDocument | null) => void;
}

/** A file that was exported. */
export function FlowFileField({ found, isMissing = false, onFound }: FileProps) {
  const text = useText();
  return (
    <FileField
      label={text('flow.file')}
      description={text('flow.file.hint')}
      icon={<UploadIcon />}
      accept=".json,application/json"
      choose={text(found === undefined ? 'flow.file.choose' : 'flow.file.other')}
      name={found?.name}
      error={found?.document === null ? text('flow.file.wrong') : isMissing ? text('error.field.required') : undefined}
      onChoose={(file) => void file.text().then((json) => onFound(file.name, documentIn(json)))}
    />
  );
}
