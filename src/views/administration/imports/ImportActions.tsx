import { useState } from 'react';
import type { CustomerImport } from '../../../machines/entities/imports.ts';
import { DownloadIcon, UndoIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { useDownload } from '../download/use-download.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { useAction } from '../form/use-action.ts';
import styles from './Imports.module.css';

/** What can be done with an import now. */
export function ImportActions({ of }: { readonly of: CustomerImport }) {
  const text = useText();
  const formats = useFormats();
  const [isUndoAsked, setUndoAsked] = useState(false);
  const pause = useAction('import.pause', of.id);
  const resume = useAction('import.resume', of.id);
  const { status, refused, undo_until: until, id, name } = of;
  const isOpen = status !== 'done' && status !== 'undoing' && status !== 'undone' && status !== 'failed';
  const isUndoable = until !== null;
  const nothing = {};
  return (
    <div className={styles.actions}>
      {status === 'importing' && (
        <Button size="sm" isPending={pause.isPending} onPress={() => pause.run(nothing)}>
          {text('imports.pause')}
        </Button>
      )}
      {status === 'paused' && (
        <Button size="sm" isPending={resume.isPending} onPress={() => resume.run(nothing)}>
          {text('imports.resume')}
        </Button>
      )}
      {refused > 0 && status !== 'checking' && <RefusedButton of={of} label={text('imports.refused')} />}
      {isUndoable && (
        <Button size="sm" icon={<UndoIcon />} onPress={() => setUndoAsked(true)}>
          {text('imports.undo')}
        </Button>
      )}
      {isOpen && status !== 'cancelled' && <CancelButton of={of} size="sm" />}
      {isUndoAsked && until !== null && (
        <ActionDialog
          form="import.undo"
          formKey={id}
          title={text('imports.undo.title', { name })}
          confirmLabel={text('imports.undo')}
          tone="danger"
          onClose={() => setUndoAsked(false)}
        >
          <p>{text('imports.undo.text', { day: formats.date(Date.parse(until)) })}</p>
        </ActionDialog>
      )}
    </div>
  );
}

interface CancelButtonProps {
  readonly of: CustomerImport;
  readonly size: 'sm' | 'md';
}

/** Cancels an import that isn't over, once it is confirmed. */
export function CancelButton({ of: { id, name }, size }: CancelButtonProps) {
  const text = useText();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button size={size} variant="ghost" onPress={() => setAsked(true)}>
        {text('imports.cancel')}
      </Button>
      {isAsked && (
        <ActionDialog
          form="import.cancel"
          formKey={id}
          title={text('imports.cancel.title', { name })}
          confirmLabel={text('imports.cancel.confirm')}
          tone="danger"
          onClose={() => setAsked(false)}
        >
          <p>{text('imports.cancel.text')}</p>
        </ActionDialog>
      )}
    </>
  );
}

/** Downloads the refused rows, with reasons. */
export function RefusedButton({ of, label }: { readonly of: CustomerImport; readonly label: string }) {
  const download = useDownload('refused');
  return (
    <Button
      size="sm"
      icon={<DownloadIcon />}
      isPending={download.isPending}
      onPress={() => download.start({ import_id: of.id, format: of.kind ?? 'csv' })}
    >
      {label}
    </Button>
  );
}
