import type { Maintenance } from '../../machines/entities/support.ts';
import { useApp } from '../app/app-context.tsx';
import { useNow } from '../app/use-now.ts';
import { Button } from '../kit/Button.tsx';
import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';
import { StatusPage } from '../pages/StatusPage.tsx';
import styles from './MaintenanceNote.module.css';

/** Why nothing works, until when, and that nothing needs to be done. */
export function MaintenanceNote({ maintenance }: { readonly maintenance: Maintenance }) {
  const { append } = useApp();
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const { message, endsAt } = maintenance;
  const end =
    endsAt === null
      ? text('maintenance.end.soon')
      : text(endsAt <= now ? 'maintenance.end.late' : 'maintenance.end', {
          day: formats.day(endsAt, now).toLocaleLowerCase(),
          time: formats.time(endsAt),
        });
  return (
    <StatusPage
      picture="laying"
      title={text('maintenance.title')}
      text={
        <>
          {text('maintenance.text')}
          {message !== null && <span className={styles.message}>{message}</span>}
        </>
      }
      actions={
        <Button size="lg" onPress={() => append({ type: 'list.outdated', list: 'maintenance' })}>
          {text('maintenance.look')}
        </Button>
      }
      detail={<span role="status">{end}</span>}
    />
  );
}
