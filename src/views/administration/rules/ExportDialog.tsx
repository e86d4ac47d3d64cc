import { useFailureText } from '../../app/failure-text.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Spinner } from '../../kit/Spinner.tsx';
import { useText } from '../../kit/useText.ts';
import { useListing, wholeList } from '../list/use-listing.ts';

/** Saves all rules as a file, from which another company can have them too. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const failureText = useFailureText();
  const { rows, phase, failure } = useListing('rule.file', wholeList);
  const file = phase === 'ready' ? rows?.[0]?.text : undefined;
  const save = () => {
    if (file === undefined) return;
    const link = window.document.createElement('a');
    link.href = URL.createObjectURL(new Blob([file], { type: 'application/json' }));
    link.download = `${text('rule.title')}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
    onClose();
  };
  return (
    <Dialog
      title={text('rule.export')}
      isOpen
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button variant="primary" isDisabled={file === undefined} onPress={save}>
            {text('rule.export')}
          </Button>
        </>
      }
    >
      {failure === null ? file === undefined && <Spinner /> : <p role="alert">{failureText(failure)}</p>}
      <p>{text('rule.import.file.about')}</p>
    </Dialog>
  );
}
