import type { CommandOf, NoticeText } from '../../machines/log/command.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { Environment } from '../environment.ts';

const UNSUPPORTED = 'O browser não suporta notificações desktop';

/** Desktop notices. */
export interface DesktopNotices {
  /** A click focuses the window. -> notice.desktopClicked */
  readonly show: (command: CommandOf<'desktop.show'>) => void;
  readonly hide: (noticeId: string) => void;
  /** -> desktop.permissionChanged */
  readonly askPermission: () => Promise<void>;
  readonly hideAll: () => void;
}

interface DesktopNoticesOptions {
  readonly append: (event: AppEvent) => void;
  readonly environment: Pick<Environment, 'Notification' | 'page' | 'console'>;
  readonly textOf: (text: NoticeText) => string;
}

export function createDesktopNotices({ append, environment, textOf }: DesktopNoticesOptions): DesktopNotices {
  const shown = new Map<string, { close(): void }>();

  function refuse(): void {
    environment.console.warn(UNSUPPORTED);
    append({ type: 'desktop.permissionChanged', permission: 'unsupported' });
  }

  function hide(noticeId: string): void {
    const notice = shown.get(noticeId);
    shown.delete(noticeId);
    notice?.close();
  }

  return {
    show: ({ noticeId, title, body }) => {
      if (environment.Notification === null) {
        refuse();
        return;
      }
      try {
        // Silent: the sound is a command of its own.
        const options = { body: textOf(body), tag: noticeId, silent: true };
        const notice = new environment.Notification(textOf(title), options);
        notice.onclick = () => {
          environment.page.focus();
          hide(noticeId);
          append({ type: 'notice.desktopClicked', noticeId });
        };
        shown.set(noticeId, notice);
      } catch {
        // Mobile browsers have the API and the permission, but the constructor throws.
        refuse();
      }
    },
    hide,
    askPermission: async () => {
      if (environment.Notification === null) {
        refuse();
        return;
      }
      const permission = await environment.Notification.requestPermission();
      append({ type: 'desktop.permissionChanged', permission });
    },
    hideAll: () => {
      for (const noticeId of [...shown.keys()]) hide(noticeId);
    },
  };
}
