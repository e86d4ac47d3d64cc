import { useSelector } from '@xstate/react';
import { selectUser, selectViewer } from '../../../machines/auth/auth.selectors.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { selectTenant } from '../../../machines/shell/shell.selectors.ts';
import { useListing } from '../../administration/list/use-listing.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import { CopyButton } from '../../administration/account/CopyButton.tsx';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { oneRow } from '../one-row.ts';
import { HelpLinks } from '../HelpLinks.tsx';
import styles from './HelpScreen.module.css';

/** /support: whom to ask, and what they need to know. */
export function SupportScreen() {
  const text = useText();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{text('support.title')}</h1>
      <Contact />
      <Details />
      <HelpLinks to={['user-manual', 'training-videos', 'help']} />
    </div>
  );
}

function Contact() {
  const text = useText();
  const failureText = useFailureText();
  const { rows, failure, retry } = useListing('supportContact', oneRow);
  const { directory } = useApp();
  const viewer = useSelector(directory.auth, selectViewer);
  const contact = rows?.[0];
  const operator = contact?.operator ?? '';
  // Who answers the company's questions has somebody to ask, too.
  const isOperators = contact !== undefined && (contact.company === '' || (viewer !== null && isAdmin(viewer)));
  return (
    <section className={styles.card} aria-labelledby="support-contact">
      <h2 id="support-contact">{text('support.contact')}</h2>
      {contact === undefined && failure === null && <Skeleton width="40%" />}
      {contact === undefined && failure !== null && (
        <Banner
          tone="danger"
          action={
            <Button size="sm" onPress={retry}>
              {text('action.retry')}
            </Button>
          }
        >
          {failureText(failure)}
        </Banner>
      )}
      {contact !== undefined && contact.company !== '' && <p className={styles.contact}>{contact.company}</p>}
      {isOperators && operator !== '' && <p className={styles.contact}>{operator}</p>}
      {contact?.company === '' && operator === '' && <p>{text('support.contact.none')}</p>}
    </section>
  );
}

/** Technical details for support, to copy. No customer data. */
function Details() {
  const { directory, now } = useApp();
  const text = useText();
  const formats = useFormats();
  const user = useSelector(directory.auth, selectUser);
  const tenant = useSelector(directory.shell, selectTenant);
  const facts: readonly (readonly [string, string])[] = [
    [text('support.details.company'), tenant],
    [text('support.details.user'), user === null ? '' : `${user.name} (${user.email})`],
    [text('support.details.when'), formats.full(now())],
    [text('support.details.browser'), window.navigator.userAgent],
    [text('support.details.screen'), `${window.innerWidth} × ${window.innerHeight}`],
  ];
  return (
    <section className={styles.card} aria-labelledby="support-details">
      <div className={styles.head}>
        <h2 id="support-details">{text('support.details')}</h2>
        <p>{text('support.details.text')}</p>
      </div>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <CopyButton value={facts.map(([label, value]) => `${label}: ${value}`).join('\n')}>
          {text('support.details.copy')}
        </CopyButton>
      </div>
    </section>
  );
}
