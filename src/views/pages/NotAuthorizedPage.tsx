import { Button } from '../kit/Button.tsx';
import { LinkButton } from '../kit/LinkButton.tsx';
import { useText } from '../kit/useText.ts';
import { StatusPage } from './StatusPage.tsx';

/** /pages/not-authorized; `onOtherUser` logs out and leads to the login. */
export function NotAuthorizedPage({ onOtherUser }: { readonly onOtherUser?: (() => void) | undefined }) {
  const text = useText();
  return (
    <StatusPage
      picture="locked"
      title={text('pages.notAuthorized.title')}
      text={text('pages.notAuthorized.text')}
      actions={
        <>
          <LinkButton to="/" variant="primary" size="lg">
            {text('action.goHome')}
          </LinkButton>
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
