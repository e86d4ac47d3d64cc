import { useNavigate } from 'react-router-dom';
import { Button } from '../kit/Button.tsx';
import { LinkButton } from '../kit/LinkButton.tsx';
import { useText } from '../kit/useText.ts';
import { StatusPage } from './StatusPage.tsx';

/** /pages/error-404 */
export function NotFoundPage() {
  const text = useText();
  const navigate = useNavigate();
  // The redirect replaced the unknown address, so one step back is the previous page.
  const canGoBack = window.history.length > 1;
  return (
    <StatusPage
      picture="missing"
      code="404"
      title={text('pages.error404.title')}
      text={text('pages.error404.text')}
      actions={
        <>
          <LinkButton to="/" variant="primary" size="lg">
            {text('action.goHome')}
          </LinkButton>
          {canGoBack && (
            <Button size="lg" onPress={() => void navigate(-1)}>
              {text('action.goBack')}
            </Button>
          )}
        </>
      }
    />
  );
}
