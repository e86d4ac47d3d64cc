import { FormattedMessage } from 'react-intl';
import { Button } from '../kit/Button.tsx';
import { LinkButton } from '../kit/LinkButton.tsx';
import { useText } from '../kit/useText.ts';
import { StatusPage } from './StatusPage.tsx';

interface ServerErrorPageProps {
  /** What support can find in the logs, where it is known. */
  readonly requestId?: string | undefined;
  /** The page itself is loaded anew when left out. */
  readonly onReload?: () => void;
}

/** /pages/error-500, and what stands in for a screen that broke. */
export function ServerErrorPage({ requestId, onReload = () => window.location.reload() }: ServerErrorPageProps) {
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
          {/* A fresh start: whatever broke may still be in memory. */}
          <LinkButton to="/" size="lg" reloadDocument>
            {text('action.goHome')}
          </LinkButton>
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
