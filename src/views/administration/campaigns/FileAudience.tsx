import { useEffect } from 'react';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { importsArea } from '../../../i18n/areas/imports.ts';
import { UploadIcon } from '../../kit/administration-icons.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { part } from '../../kit/part.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { useUpload } from '../imports/use-upload.tsx';
import styles from './Wizard.module.css';

const ImportScreen = part(async () => (await import('../imports/ImportScreen.tsx')).ImportScreen, [importsArea], {
  isScreen: true,
  fallback: () => <SkeletonRows count={6} />,
});

interface FileChoiceProps {
  readonly isDisabled: boolean;
  /** The import in progress, if it was left before its customers became a group. */
  readonly importId: string | undefined;
  readonly onImport: (importId: string) => void;
  /** Leaving meanwhile would lose the file. */
  readonly onUploading: (isUploading: boolean) => void;
}

/** Chooses the file whose rows a campaign goes to. */
export function FileChoice({ importId, isDisabled, onImport, onUploading }: FileChoiceProps) {
  const text = useText();
  const failureText = useFailureText();
  const { choose, input, isPending, failure } = useUpload({ onUploaded: onImport });
  useEffect(() => {
    onUploading(isPending);
    return () => onUploading(false);
  }, [isPending, onUploading]);
  return (
    <div className={styles.fileChoice}>
      <div className={styles.fileButtons}>
        {importId !== undefined && (
          <Button isDisabled={isPending} onPress={() => onImport(importId)}>
            {text('campaign.audience.file.return')}
          </Button>
        )}
        <Button icon={<UploadIcon />} isPending={isPending} isDisabled={isDisabled} onPress={choose}>
          {text('campaign.audience.file.choose')}
        </Button>
      </div>
      <p className={styles.hint}>{text('campaign.audience.file.how')}</p>
      {failure !== null && <Banner tone="danger">{failureText(failure)}</Banner>}
      {input}
    </div>
  );
}

interface FileImportProps {
  readonly id: string;
  readonly onBack: () => void;
  readonly onUse: (groupId: string) => void;
}

/** The file's import, shown in place of the wizard, which keeps its input. */
export function FileImport({ id, onBack, onUse }: FileImportProps) {
  const text = useText();
  const { append } = useApp();
  const use = (groupId: string) => (
    <Button
      variant="primary"
      onPress={() => {
        append({ type: 'list.outdated', list: 'choices.groups' });
        onUse(groupId);
      }}
    >
      {text('campaign.audience.file.use')}
    </Button>
  );
  return (
    <ImportScreen
      id={id}
      isFor={{ back: <Button onPress={onBack}>{text('campaign.audience.file.back')}</Button>, use }}
    />
  );
}
