import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { countOf, type Campaign } from '../../../machines/entities/campaigns.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { CopyIcon, DownloadIcon, PauseIcon, PencilIcon, PlayIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button, type ButtonProps } from '../../kit/Button.tsx';
import { MoreIcon, RefreshIcon } from '../../kit/icons.tsx';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { DownloadProblem } from '../download/DownloadMenu.tsx';
import { useDownload } from '../download/use-download.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { useAction } from '../form/use-action.ts';
import styles from './Campaigns.module.css';

const PAUSABLE: ReadonlySet<string> = new Set(['probing', 'running', 'waiting']);
const CANCELLABLE: ReadonlySet<string> = new Set(['scheduled', 'preparing', 'probing', 'running', 'waiting', 'paused']);

/** Actions available in a campaign's state. */
export function CampaignActions({ campaign }: { readonly campaign: Campaign }) {
  const text = useText();
  const formats = useFormats();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const { directory } = useApp();
  const locale = useSelector(directory.shell, selectLocale);
  const { id, name, status, counts } = campaign;
  const pause = useAction('campaign.pause', id);
  const resume = useAction('campaign.resume', id);
  const unschedule = useAction('campaign.unschedule', id);
  const download = useDownload('campaign');
  const [asked, setAsked] = useState<'cancel' | 'discard' | 'retry'>();
  const close = () => setAsked(undefined);
  const failure = pause.failure ?? resume.failure ?? unschedule.failure;
  const left = countOf(counts, 'queued');
  const failed = countOf(counts, 'failed');
  const isDraft = status === 'draft';
  const isCancellable = CANCELLABLE.has(status) || isDraft;
  const ending = isDraft ? 'discard' : 'cancel';
  // Somebody else started it or took it back meanwhile: what was asked isn't what would happen.
  if (asked === (isDraft ? 'cancel' : 'discard')) close();
  // In one place, so that the focus stays when one follows another.
  const next = (): ButtonProps | undefined => {
    if (PAUSABLE.has(status)) {
      const { isPending, run } = pause;
      return { icon: <PauseIcon />, isPending, onPress: () => run({}), children: text('campaign.pause') };
    }
    if (status === 'paused') {
      const { isPending, run } = resume;
      const onPress = () => run({});
      return { variant: 'primary', icon: <PlayIcon />, isPending, onPress, children: text('campaign.resume') };
    }
    if (status === 'scheduled') {
      const { isPending, run } = unschedule;
      return { icon: <PencilIcon />, isPending, onPress: () => run({}), children: text('campaign.unschedule') };
    }
    if (status === 'finished' && failed > 0) {
      return { icon: <RefreshIcon />, onPress: () => setAsked('retry'), children: text('campaign.retry') };
    }
    if (!isDraft) return undefined;
    const onPress = () => void navigate(`/campaigns?edit=${id}`);
    return { variant: 'primary', icon: <PencilIcon />, onPress, children: text('campaign.continue') };
  };
  const action = next();
  return (
    <>
      <div className={styles.actions}>
        {action && <Button {...action} />}
        <MenuButton
          label={text('campaign.more')}
          variant="icon"
          placement="bottom end"
          groups={[
            {
              id: 'more',
              entries: [
                { id: 'copy', label: text('campaign.copy'), icon: <CopyIcon /> },
                ...(['csv', 'xlsx'] as const).map((format) => ({
                  id: format,
                  label: text(`campaign.download.${format}`),
                  icon: <DownloadIcon />,
                  isDisabled: download.isPending || counts.total === 0,
                })),
              ],
              onSelect: (chosen) => {
                if (chosen === 'copy') void navigate(`/campaigns?edit=copy:${id}`);
                else download.start({ campaign_id: id, format: chosen, locale });
              },
            },
            ...(isCancellable
              ? [
                  {
                    id: 'danger',
                    entries: [
                      {
                        id: 'cancel',
                        label: text(`campaign.${ending}`),
                        icon: <TrashIcon />,
                        tone: 'danger' as const,
                      },
                    ],
                    onSelect: () => setAsked(ending),
                  },
                ]
              : []),
          ]}
        >
          <MoreIcon />
        </MenuButton>
      </div>
      {failure !== null && (
        <Banner tone="danger" className={styles.problem}>
          {failureText(failure)}
        </Banner>
      )}
      <div className={styles.problem}>
        <DownloadProblem download={download} />
      </div>
      {asked === ending && (
        <ActionDialog
          form="campaign.cancel"
          formKey={id}
          title={text(`campaign.${ending}.title`, { name })}
          confirmLabel={text(`campaign.${ending}`)}
          cancelLabel={text('campaign.cancel.stay')}
          tone="danger"
          onClose={close}
        >
          <p>
            {isDraft
              ? text('campaign.discard.text')
              : text('campaign.cancel.text', { left, sent: formats.number(countOf(counts, 'sent')) })}
          </p>
        </ActionDialog>
      )}
      {asked === 'retry' && (
        <ActionDialog
          form="campaign.retry"
          formKey={id}
          title={text('campaign.retry.title', { name })}
          confirmLabel={text('campaign.retry')}
          onClose={close}
        >
          <p>{text('campaign.retry.text', { failed })}</p>
        </ActionDialog>
      )}
    </>
  );
}
