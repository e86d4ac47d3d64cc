import { Button } from '../kit/Button.tsx';
import { LinkButton } from '../kit/LinkButton.tsx';
import { useText } from '../kit/useText.ts';
import { StatusPage } from './StatusPage.tsx';

interface NotAuthorizedPageProps {
  /** Logs out and opens the login. */
  readonly onOtherUser?: (() => void) | undefined;
  /** No permission at all, as for somebody who must set up a second factor first. */
  readonly mayOweSecondFactor?: boolean;
}

/** /pages/not-authorized */
export function NotAuthorizedPage({ onOtherUser, mayOweSecondFactor = false }: NotAuthorizedPageProps) {
  const text = useText();
  return (
    <StatusPage
      picture="locked"
      title={text('pages.notAuthorized.title')}
      text={text(mayOweSecondFactor ? 'pages.notAuthorized.twoFactor' : 'pages.notAuthorized.text')}
      actions={
        <>
          <LinkButton to="/" variant="primary" size="lg">
            {text('action.goHome')}
          </LinkButton>
          {mayOweSecondFactor && (
            <LinkButton to="/two-factor" size="lg">
              {text('pages.notAuthorized.setUp')}
            </LinkButton>
          )}
          {onOtherUser !== undefined && (
            <Button size="lg" onPress={onOtherUser}>
              {text('pages.notAuthorized.otherUser')}
            </Button>
          )}
        </>
      }
    />
  );
}
