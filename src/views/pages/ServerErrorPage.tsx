import { FormattedMessage } from 'react-intl';
import { Button } from '../kit/Button.tsx';
import { LinkButton } from '../kit/LinkButton.tsx';
import { useText } from '../kit/useText.ts';
import { StatusPage } from './StatusPage.tsx';

interface ServerErrorPageProps {
  /** Lets support find the request in the logs. */
  readonly requestId?: string | undefined;
  /** Reloads the page if left out. */
  readonly onReload?: () => void;
  /** Left out if there is nothing to report. */
  readonly onReport?: () => void;
}

/** /pages/error-500, and the replacement of a crashed screen. */
export function ServerErrorPage(props: ServerErrorPageProps) {
  const { requestId, onReload = () => window.location.reload(), onReport } = props;
  const text = useText();
  return (
    <StatusPage
      picture="cracked"
      code="500"
      title={text('pages.error500.title')}
      text={text('pages.error500.text')}
      actions={
        <>
          <Button variant="primary" size="lg" onPress={onReload}>
            {text('action.reload')}
          </Button>
          {/* A full reload, as whatever broke may still be in memory. */}
          <LinkButton to="/" size="lg" reloadDocument>
            {text('action.goHome')}
          </LinkButton>
          {onReport !== undefined && (
            <Button variant="ghost" size="lg" onPress={onReport}>
              {text('pages.error500.report')}
            </Button>
          )}
        </>
      }
      {...(requestId === undefined
        ? {}
        : {
            detail: <FormattedMessage id="kit.requestId" values={{ requestId: <code key="id">{requestId}</code> }} />,
          })}
    />
  );
}
